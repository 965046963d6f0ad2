package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * Calls the admin API of one realm with tokens of the platform's service account. Waits; limits
 * time and size of each answer; follows no redirects, which would take the token elsewhere.
 */
public final class KeycloakAdmin {
  /** Limit of one request. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Limit of all requests that change one client. */
  private static final Duration CHANGE = Duration.ofSeconds(30);

  private static final long MAX_BYTES = 4L * 1024 * 1024;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** A token is not used in its last seconds. */
  private static final Duration RESERVE = Duration.ofSeconds(10);

  /**
   * The service account of the platform.
   *
   * @param token address of the token endpoint of its realm
   */
  public record Account(URI token, String clientId, String secret) {
    /** Without the secret. */
    @Override
    public String toString() {
      return "Account[" + clientId + "]";
    }
  }

  private record Bearer(String token, Instant until) {}

  private final URI realm;
  private final Account account;
  private final InstantSource clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private Optional<Bearer> bearer = Optional.empty();

  /**
   * @param realm address of the realm in the admin API, without a slash at the end
   * @throws IllegalArgumentException for an address that is neither https nor on loopback
   */
  public KeycloakAdmin(URI realm, Account account, InstantSource clock) {
    this.realm = secured(realm);
    this.account = account;
    this.clock = clock;
    secured(account.token());
  }

  private static URI secured(URI uri) {
    boolean loopback = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
    if (!"https".equals(uri.getScheme()) && !("http".equals(uri.getScheme()) && loopback)) {
      throw new IllegalArgumentException("Keycloak must be reached by https");
    }
    return uri;
  }

  /** The requests of one change, which end in limited time together. */
  Requests requests() {
    return new Requests(clock.instant().plus(CHANGE));
  }

  /** Requests with a common end. */
  final class Requests {
    private final Instant end;

    private Requests(Instant end) {
      this.end = end;
    }

    /** The JSON of a GET. */
    JsonNode get(String path) {
      String body = send("GET", path, BodyPublishers.noBody(), OK);
      try {
        return Json.parse(body);
      } catch (Problem unreadable) {
        throw new ProviderFailure("Keycloak answered no JSON");
      }
    }

    /** Sends a request with a JSON body. */
    void send(String method, String path, JsonNode body, int expected) {
      send(method, path, BodyPublishers.ofString(Json.write(body)), expected);
    }

    /** Sends a request without a body. */
    void send(String method, String path, int expected) {
      send(method, path, BodyPublishers.noBody(), expected);
    }

    private String send(String method, String path, BodyPublisher body, int expected) {
      if (!clock.instant().isBefore(end)) {
        throw new ProviderFailure("Keycloak is too slow");
      }
      HttpResponse<String> response = exchange(method, path, body, token(false));
      if (response.statusCode() == UNAUTHORIZED) {
        response = exchange(method, path, body, token(true));
      }
      if (response.statusCode() != expected) {
        throw new ProviderFailure(
            "Keycloak answered %d to %s %s"
                .formatted(response.statusCode(), method, path.split("\\?", 2)[0]));
      }
      return response.body();
    }
  }

  private HttpResponse<String> exchange(
      String method, String path, BodyPublisher body, String token) {
    return exchange(
        HttpRequest.newBuilder(URI.create(realm + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", Json.MEDIA_TYPE)
            .header("Accept", Json.MEDIA_TYPE)
            .method(method, body));
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    try {
      return http.send(
          request.timeout(TIMEOUT).build(),
          BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
    } catch (IOException e) {
      throw new ProviderFailure("Keycloak does not respond");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProviderFailure("the call to Keycloak was interrupted");
    }
  }

  private synchronized String token(boolean anew) {
    Instant now = clock.instant();
    if (anew || bearer.filter(held -> now.isBefore(held.until())).isEmpty()) {
      bearer = Optional.of(signIn(now));
    }
    return bearer.orElseThrow().token();
  }

  private Bearer signIn(Instant now) {
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(encoded(account.clientId()), encoded(account.secret()));
    HttpResponse<String> response =
        exchange(
            HttpRequest.newBuilder(account.token())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    if (response.statusCode() != OK) {
      throw new ProviderFailure(
          "Keycloak refuses the client " + account.clientId() + " of the platform");
    }
    try {
      JsonNode json = Json.parse(response.body());
      Duration life = Duration.ofSeconds(json.path("expires_in").asLong(0)).minus(RESERVE);
      return new Bearer(json.path("access_token").asText(), now.plus(life));
    } catch (Problem unreadable) {
      throw new ProviderFailure("Keycloak answered no JSON");
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
