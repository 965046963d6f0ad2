package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;

/** Calls the admin API of one realm with tokens of the platform's service account. Waits. */
public final class KeycloakAdmin {
  private static final String NAME = "Keycloak";
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;

  private final URI realm;
  private final URI tokenEndpoint;
  private final ProviderHttp http;
  private final ServiceToken token;

  /**
   * @param realm address of the realm in the admin API, without a slash at the end
   * @param tokenEndpoint of the realm of the account
   * @throws IllegalArgumentException for an address that is neither https nor on loopback
   */
  public KeycloakAdmin(URI realm, URI tokenEndpoint, ServiceAccount account, InstantSource clock) {
    this.realm = secured(realm);
    this.tokenEndpoint = secured(tokenEndpoint);
    http = new ProviderHttp(NAME, clock);
    token = new ServiceToken(http, NAME, account, clock);
  }

  private static URI secured(URI uri) {
    if (!ProviderHttp.secured(uri)) {
      throw new IllegalArgumentException("Keycloak must be reached by https");
    }
    return uri;
  }

  /** The requests of one change, which end in limited time together. */
  Requests requests() {
    return new Requests(http.end());
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
      HttpResponse<String> response = exchange(method, path, body, false);
      if (response.statusCode() == UNAUTHORIZED) {
        response = exchange(method, path, body, true);
      }
      if (response.statusCode() != expected) {
        throw new ProviderFailure(
            "Keycloak answered %d to %s %s"
                .formatted(response.statusCode(), method, path.split("\\?", 2)[0]));
      }
      return response.body();
    }

    private HttpResponse<String> exchange(
        String method, String path, BodyPublisher body, boolean newToken) {
      return http.send(
          HttpRequest.newBuilder(URI.create(realm + path))
              .header("Authorization", "Bearer " + token.get(tokenEndpoint, newToken))
              .header("Content-Type", Json.MEDIA_TYPE)
              .header("Accept", Json.MEDIA_TYPE)
              .method(method, body),
          end);
    }
  }
}
