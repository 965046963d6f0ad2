package io.glebe.api.console;

import io.glebe.core.problem.Problem;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Set;

/** Distinguishes calls of the console's own pages from calls of other sites. */
final class SameOriginPages {
  /**
   * The header with the session's secret, required for every change; forms and other sites cannot
   * send it.
   */
  static final String HEADER = "X-Glebe-Session";

  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private SameOriginPages() {}

  /**
   * Refuses with 403 calls that do not come from the console's pages, and with 401 reads of a page
   * that began in another session: another person may have signed in since.
   */
  static void require(HttpServerRequest request, ConsoleSession session) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !OWN.contains(site)) {
      throw Problem.forbidden("the session of the console is valid for its own pages only");
    }
    String secret = request.getHeader(HEADER);
    boolean isRead = SAFE.contains(request.method());
    boolean isOther = secret != null && !RandomText.same(secret, session.csrf());
    if (isRead && isOther) {
      throw SessionAuthenticator.withLogin("this page began in another session; sign in again");
    }
    if (!isRead && (secret == null || isOther)) {
      throw Problem.forbidden("a change by the console's session needs the header " + HEADER);
    }
  }
}
