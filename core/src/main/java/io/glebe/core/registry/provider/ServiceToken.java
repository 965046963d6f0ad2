package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The access token of the platform's own client at the identity provider. Waits; thread-safe. */
final class ServiceToken {
  private static final int OK = 200;

  /** A token is not used in its last seconds. */
  private static final Duration RESERVE = Duration.ofSeconds(10);

  private record Bearer(String token, Instant until) {}

  private final ProviderHttp http;
  private final String provider;
  private final ServiceAccount account;
  private final InstantSource clock;
  private Optional<Bearer> bearer = Optional.empty();

  /**
   * @param provider its name in messages
   */
  ServiceToken(ProviderHttp http, String provider, ServiceAccount account, InstantSource clock) {
    this.http = http;
    this.provider = provider;
    this.account = account;
    this.clock = clock;
  }

  /**
   * The token.
   *
   * @param endpoint token endpoint of the provider
   * @param anew whether the provider has refused the present token
   */
  synchronized String get(URI endpoint, boolean anew) {
    Instant now = clock.instant();
    if (anew || bearer.filter(held -> now.isBefore(held.until())).isEmpty()) {
      bearer = Optional.of(signIn(endpoint, now));
    }
    return bearer.orElseThrow().token();
  }

  private Bearer signIn(URI endpoint, Instant now) {
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(encoded(account.clientId()), encoded(account.secret()));
    HttpResponse<String> response =
        http.send(
            HttpRequest.newBuilder(endpoint)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    if (response.statusCode() != OK) {
      throw new ProviderFailure(
          provider + " refuses the client " + account.clientId() + " of the platform");
    }
    ObjectNode json = http.json(response);
    Duration life = Duration.ofSeconds(json.path("expires_in").asLong(0)).minus(RESERVE);
    return new Bearer(json.path("access_token").asText(), now.plus(life));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
