package io.glebe.core.registry.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/**
 * Requests to an identity provider. Waits; limits time and size of each answer; follows no
 * redirects, which would take a token elsewhere.
 */
final class ProviderHttp {
  /** Limit of one request. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Limit of all requests that change one client. */
  private static final Duration CHANGE = Duration.ofSeconds(30);

  private static final long MAX_BYTES = 4L * 1024 * 1024;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final String provider;
  private final InstantSource clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * @param provider its name in messages
   */
  ProviderHttp(String provider, InstantSource clock) {
    this.provider = provider;
    this.clock = clock;
  }

  /** Whether secrets may be sent to the address: by https, or to this machine. */
  static boolean secured(URI uri) {
    boolean loopback = uri.getHost() != null && LOOPBACK.contains(uri.getHost());
    return "https".equals(uri.getScheme()) || "http".equals(uri.getScheme()) && loopback;
  }

  /** The end of a change that begins now. */
  Instant end() {
    return clock.instant().plus(CHANGE);
  }

  /** Sends a request, unless the change has lasted too long. */
  HttpResponse<String> send(HttpRequest.Builder request, Instant end) {
    if (!clock.instant().isBefore(end)) {
      throw new ProviderFailure(provider + " is too slow");
    }
    return send(request);
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(
          request.timeout(TIMEOUT).build(),
          BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
    } catch (IOException e) {
      throw new ProviderFailure(provider + " does not respond");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ProviderFailure("the call to " + provider + " was interrupted");
    }
  }

  /** The JSON object of an answer. */
  ObjectNode json(HttpResponse<String> answer) {
    try {
      return Json.parseObject(answer.body());
    } catch (Problem unreadable) {
      throw new ProviderFailure(provider + " answered no JSON");
    }
  }
}
