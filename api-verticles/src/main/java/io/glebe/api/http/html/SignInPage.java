package io.glebe.api.http.html;

import io.glebe.api.http.header.Accept;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemJson;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The page in place of a 401 problem document for people who open an address without a session. A
 * browser is recognized by preferring HTML, and by having no token.
 */
public final class SignInPage {
  /** Begins the sign-in of a person. */
  public static final String LOGIN = "/console/session/login";

  private static final List<String> OFFERS =
      List.of(ProblemJson.MEDIA_TYPE, Json.MEDIA_TYPE, Html.MEDIA_TYPE);
  private static final String STYLE =
      "body{max-width:44rem}p{margin:.5rem 0}.quiet{color:var(--quiet)}"
          + ".act{display:inline-block;background:var(--accent);color:var(--paper);"
          + "padding:.6rem 1.2rem;border-radius:8px;text-decoration:none;margin:.75rem 0}";

  private SignInPage() {}

  /** Whether a person's browser gets the page instead of this problem. */
  public static boolean isWanted(HttpServerRequest request, Problem problem) {
    HttpMethod method = request.method();
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return problem.type() == ProblemType.UNAUTHORIZED
        && (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
        && accept != null
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null
        && Accept.choose(accept, OFFERS).filter(Html.MEDIA_TYPE::equals).isPresent();
  }

  /**
   * The page.
   *
   * @param address path and query of the request, to which the sign-in returns
   * @param console whether people can sign in at this process
   */
  public static String of(String address, Problem problem, String requestId, boolean console) {
    return Html.page("Sign in", STYLE)
        + "<h1>Sign in to open this page</h1><p>"
        + Html.escape(address)
        + "</p>"
        + (console
            ? "<p><a class=\"act\" href=\"" + Html.escape(login(address)) + "\">Sign in</a></p>"
            : "")
        + "<p class=\"quiet\">Programs send an access token: <a href=\"/docs/guides/\">guides</a></p>"
        + "<p class=\"quiet\">Reason: "
        + Html.escape(problem.detail())
        + "</p><p class=\"quiet\">Request "
        + Html.escape(requestId)
        + "</p>"
        + Html.END;
  }

  private static String login(String address) {
    return LOGIN + "?return=" + URLEncoder.encode(address, StandardCharsets.UTF_8);
  }
}
