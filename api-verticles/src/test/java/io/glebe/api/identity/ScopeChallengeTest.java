package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.devidentity.TokenEndpoint;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A refusal because of missing scopes carries a challenge (RFC 6750); a refusal because of missing
 * rights does not.
 */
class ScopeChallengeTest {
  private static final String ID = "00000000-0000-4000-8000-000000000001";

  private final TestPlatform platform = TestPlatform.shared();
  private final Browser browser = new Browser();

  private HttpResponse<String> send(
      String user, String audience, String scope, String method, String path, String body) {
    Map<String, String> form =
        Map.of(
            "grant_type", TokenEndpoint.DEVELOPMENT_GRANT,
            "user", user,
            "audience", audience,
            "scope", scope);
    String token =
        Browser.json(browser.post(platform.uri("/dev/identity/token"), form))
            .path("access_token")
            .asText();
    return browser.send(
        HttpRequest.newBuilder(platform.uri(path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  private static Optional<String> challenge(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
    return answer.headers().firstValue("WWW-Authenticate");
  }

  @TestFactory
  Stream<DynamicTest> missingScopesAreNamedOnEverySurface() {
    return Stream.of(
            new String[] {"farm-api", "farm-write", "GET", "/v1/fields", ""},
            new String[] {
              "farm-api",
              "farm-read",
              "PUT",
              "/v1/organizations/" + ID,
              "{\"id\": \"" + ID + "\", \"name\": \"X\", \"originType\": \"USER\"}"
            },
            new String[] {
              "farm-api", "farm-write", "GET", "/v1/features/collections/fields/items", ""
            },
            new String[] {
              "spatio-api",
              "spatio-read",
              "POST",
              "/api/v2/collections",
              "{\"id\": \"scope-challenge\", \"title\": \"X\"}"
            },
            new String[] {
              "sensor-api", "sensor-read", "POST", "/sta/v1.1/Things", "{\"name\": \"X\"}"
            })
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c[2] + " " + c[3],
                    () ->
                        assertThat(challenge(send("owner", c[0], c[1], c[2], c[3], c[4])))
                            .hasValueSatisfying(
                                text -> assertThat(text).contains("insufficient_scope"))));
  }

  @Test
  void missingRightsCarryNoChallenge() {
    HttpResponse<String> answer =
        send(
            "stranger",
            "farm-api",
            "farm-read farm-write",
            "PUT",
            "/v1/organizations/" + ID,
            "{\"id\": \"" + ID + "\", \"name\": \"X\", \"originType\": \"USER\"}");
    assertThat(challenge(answer)).isEmpty();
  }
}
