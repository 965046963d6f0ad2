package io.glebe.core.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Exchanges grants at the partner's token endpoint. Never retries: a code, and often a refresh
 * token, is valid for one use. Fails with 409 when the grant is not accepted, otherwise with 502.
 */
final class PartnerOAuth {
  /** The partner's tokens; refreshToken is empty when the old one stays valid. */
  record Grant(String accessToken, Optional<String> refreshToken, Instant expiresAt) {
    /** Returns the same grant, with this refresh token when the partner sent none. */
    Grant orKeeping(String refresh) {
      return new Grant(accessToken, Optional.of(refreshToken.orElse(refresh)), expiresAt);
    }

    @Override
    public String toString() {
      return "Grant[expiresAt=" + expiresAt + "]";
    }
  }

  /** Maximum accepted lifetime of an access token, in seconds. */
  static final long MAX_LIFE_SECONDS = 31_536_000;

  private final WebClient client;
  private final URI endpoint;
  private final String clientId;
  private final String clientSecret;
  private final Duration timeout;
  private final InstantSource clock;

  /** The client is shared, must not follow redirects, and is not closed here. */
  PartnerOAuth(
      WebClient client,
      URI endpoint,
      String clientId,
      String clientSecret,
      Duration timeout,
      InstantSource clock) {
    this.client = client;
    this.endpoint = endpoint;
    this.clientId = clientId;
    this.clientSecret = clientSecret;
    this.timeout = timeout;
    this.clock = clock;
  }

  /** Exchanges the code that the partner gave to the user's browser. */
  Future<Grant> code(String code, String redirectUri) {
    return exchange(
        MultiMap.caseInsensitiveMultiMap()
            .add("grant_type", "authorization_code")
            .add("code", code)
            .add("redirect_uri", redirectUri));
  }

  /** Exchanges a refresh token. */
  Future<Grant> refresh(String refreshToken) {
    return exchange(
        MultiMap.caseInsensitiveMultiMap()
            .add("grant_type", "refresh_token")
            .add("refresh_token", refreshToken));
  }

  private Future<Grant> exchange(MultiMap form) {
    Instant requestedAt = clock.instant();
    return client
        .postAbs(endpoint.toString())
        .basicAuthentication(clientId, clientSecret)
        .followRedirects(false)
        .timeout(timeout.toMillis())
        .sendForm(form)
        .recover(failure -> Future.failedFuture(failed()))
        .map(response -> grant(response, requestedAt));
  }

  private static Grant grant(HttpResponse<Buffer> response, Instant requestedAt) {
    if (response.statusCode() == 400) {
      throw Problem.conflict("the partner does not accept the grant: connect again");
    }
    if (response.statusCode() != 200 || response.body() == null) {
      throw failed();
    }
    ObjectNode body;
    try {
      body = Json.parseObject(response.body().getBytes());
    } catch (Problem unreadable) {
      throw failed();
    }
    String access = body.path("access_token").asText();
    long lifetime = body.path("expires_in").asLong();
    if (access.isEmpty() || lifetime <= 0 || lifetime > MAX_LIFE_SECONDS) {
      throw failed();
    }
    String refresh = body.path("refresh_token").asText();
    return new Grant(
        access, Optional.of(refresh).filter(t -> !t.isEmpty()), requestedAt.plusSeconds(lifetime));
  }

  private static Problem failed() {
    return Problem.of(ProblemType.BAD_GATEWAY, "the partner's token endpoint fails");
  }
}
