package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import io.vertx.core.http.HttpMethod;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Response headers for caches and browsers, for every route of the route table. */
class ResponseHeadersTest {
  private static final TestPlatform PLATFORM = TestPlatform.shared();
  private static final String EVIL = "https://evil.example";

  /** Endless streams, which are not tested as documents. */
  private static final Set<String> ENDLESS = Set.of("/v1/changes/stream", "/metrics");

  /** Header changes; each changes one header of a request. */
  private static final Map<String, List<String>> OTHERWISE = otherwise();

  private static Map<String, List<String>> otherwise() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("Accept", List.of("text/html", "application/ld+json", "application/geo+json"));
    all.put("Accept-Encoding", List.of("gzip", "identity"));
    all.put("Accept-Language", List.of("sl", "de"));
    all.put("Origin", List.of(EVIL));
    all.put("Authorization", List.of(""));
    return all;
  }

  static Stream<String> addresses() {
    return PLATFORM.platform().routes().routes().stream()
        .filter(route -> route.method().equals(HttpMethod.GET))
        .filter(route -> !route.template().contains("{"))
        .filter(route -> !route.template().contains("stream"))
        .filter(route -> !ENDLESS.contains(route.template()))
        .filter(route -> route.operation().guard() != Guard.FARM)
        .map(Route::template)
        .map(template -> template.isEmpty() ? "/" : template)
        .distinct();
  }

  private static HttpResponse<String> send(String path, String name, String value) {
    HttpRequest.Builder request = HttpRequest.newBuilder(PLATFORM.uri(path));
    if (!name.equals("Authorization")) {
      request.header("Authorization", "Bearer glebe-dev-token");
    }
    if (!value.isEmpty()) {
      request.header(name, value);
    }
    return PLATFORM.raw(request);
  }

  /** The parts of a response that a cache would store. */
  private static String kept(HttpResponse<String> answer) {
    HttpHeaders headers = answer.headers();
    String body = answer.body().replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "");
    return answer.statusCode()
        + Stream.of("Content-Type", "Content-Encoding", "Content-Language", "Location")
            .map(name -> headers.firstValue(name).orElse("-"))
            .collect(Collectors.joining(" ", " ", " "))
        + headers.firstValue("Access-Control-Allow-Origin").orElse("-")
        + body;
  }

  private static boolean mayBeKept(HttpResponse<?> answer) {
    return !answer.headers().firstValue("Cache-Control").orElse("").contains("no-store");
  }

  private static Set<String> vary(HttpResponse<?> answer) {
    return answer.headers().allValues("Vary").stream()
        .flatMap(line -> Arrays.stream(line.split(",")))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("addresses")
  void varyListsEveryHeaderThatChangesAResponse(String path) {
    HttpResponse<String> plain = send(path, "Accept", "*/*");
    boolean steady = kept(plain).equals(kept(send(path, "Accept", "*/*")));
    if (!steady || !mayBeKept(plain)) {
      return;
    }
    OTHERWISE.forEach(
        (name, values) -> {
          for (String value : values) {
            if (!kept(send(path, name, value)).equals(kept(plain))) {
              assertThat(vary(plain))
                  .as(path + " depends on " + name)
                  .contains(name.toLowerCase(Locale.ROOT));
            }
          }
        });
  }

  @Test
  void theRouteTableHasTestedAddresses() {
    assertThat(addresses().count()).isGreaterThan(20);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/",
        "/problems/v1/not-found",
        "/api/v2/collections?f=html",
        "/api/v2/?f=html",
        "/dev/identity/authorize",
        "/console/"
      })
  void pagesForbidFramesAndLoadNothingFromOtherHosts(String path) {
    HttpResponse<String> page = send(path, "Accept", "text/html");
    if (!page.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
      assertThat(path).isIn("/console/", "/dev/identity/authorize"); // no console in this build
      return;
    }
    HttpHeaders headers = page.headers();
    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .contains("frame-ancestors 'none'")
        .contains("base-uri 'none'");
    assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
    assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(headers.firstValue("Permissions-Policy")).isPresent();
  }

  @Test
  void appsOfOtherOriginsMayUseATokenButNotASession() {
    HttpResponse<String> preflight =
        PLATFORM.raw(
            HttpRequest.newBuilder(PLATFORM.uri("/v1/farms"))
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .header("Origin", EVIL)
                .header("Access-Control-Request-Method", "PATCH")
                .header("Access-Control-Request-Headers", "authorization,x-glebe-session"));
    assertThat(preflight.statusCode()).isEqualTo(204);
    HttpHeaders headers = preflight.headers();
    assertThat(headers.firstValue("Access-Control-Allow-Origin")).contains("*");
    assertThat(headers.firstValue("Access-Control-Allow-Credentials")).isEmpty();
    assertThat(headers.firstValue("Access-Control-Allow-Methods").orElse("").split(", "))
        .contains("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    assertThat(headers.firstValue("Access-Control-Allow-Headers").orElse(""))
        .contains("Authorization", "Content-Type", "If-Match", "If-None-Match", "Change-Reason")
        .contains("Processing-Job-Id")
        .doesNotContain("X-Glebe-Session")
        .doesNotContain("*");
    HttpHeaders answer = send("/api/v2/collections", "Origin", EVIL).headers();
    assertThat(answer.firstValue("Access-Control-Expose-Headers").orElse(""))
        .contains("ETag", "Location", "Retry-After", "RateLimit", "Link");
    assertThat(answer.firstValue("Access-Control-Allow-Credentials")).isEmpty();
  }
}
