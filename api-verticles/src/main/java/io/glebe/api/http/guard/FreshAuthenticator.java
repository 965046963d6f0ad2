package io.glebe.api.http.guard;

import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.RetrySeconds;
import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Admits nobody while this process may not know of revocations. Caches of tokens and rights are
 * emptied by notifications of the database; a process that is cut off from it receives none.
 */
public final class FreshAuthenticator implements Authenticator {
  private final Authenticator all;
  private final Supplier<Duration> silence;
  private final Duration limit;

  /**
   * @param silence time since this process certainly knew of every change
   * @param limit silence after which callers are refused
   */
  public FreshAuthenticator(Authenticator all, Supplier<Duration> silence, Duration limit) {
    this.all = all;
    this.silence = silence;
    this.limit = limit;
  }

  @Override
  public boolean isOutdated() {
    return silence.get().compareTo(limit) > 0;
  }

  @Override
  public Future<Caller> authenticate(HttpServerRequest request, String audience) {
    return isOutdated() ? refused() : all.authenticate(request, audience);
  }

  @Override
  public Future<Caller> authenticateViewer(HttpServerRequest request, String token) {
    return isOutdated() ? refused() : all.authenticateViewer(request, token);
  }

  /** 503. */
  public static Future<Caller> refused() {
    return Future.failedFuture(
        Problem.tooBusy(
            "the database is not available, so that access cannot be checked", RetrySeconds.SHORT));
  }

  @Override
  public boolean isIdentified(HttpServerRequest request) {
    return all.isIdentified(request);
  }

  @Override
  public Optional<Caller> remembered(
      HttpConnection connection, String authorization, String audience) {
    return isOutdated() ? Optional.empty() : all.remembered(connection, authorization, audience);
  }
}
