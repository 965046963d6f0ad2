package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A user with the owner role on another user's farm and a token for every API, until the access is
 * removed.
 */
public final class Guest {
  /** The ways to remove the access. */
  public enum Taken {
    ASSIGNMENT_DELETED,
    USER_DISABLED,
    TOKEN_REVOKED;

    /** The status that the guest receives after the removal. */
    int refusal() {
      return this == TOKEN_REVOKED ? 401 : 403;
    }
  }

  public final UUID farm = UUID.randomUUID();
  public final UUID otherFarm = UUID.randomUUID();
  public final UUID user;
  public final UUID role;
  public final String bearer;
  public final String keeper;
  private final TestPlatform test = TestPlatform.shared();
  private final Platform platform = test.platform();
  private final UUID assignment;
  private final UUID tokenId;

  public Guest() {
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    onboarding.roles().await();
    UUID organization = UUID.randomUUID();
    onboarding.organization(organization, "Business").await();
    for (UUID each : new UUID[] {farm, otherFarm}) {
      ObjectNode doc = Json.object().put("name", "Farm");
      onboarding.farm(each, doc.put("organizationId", organization.toString())).await();
    }
    UUID keeping = user(onboarding, "keeper-" + farm);
    onboarding.assign(keeping, farm, "OWNER").await();
    onboarding.assign(keeping, otherFarm, "OWNER").await();
    keeper = token(platform, "keeper-" + farm).token();
    user = user(onboarding, "guest-" + farm);
    assignment = onboarding.assign(user, farm, "OWNER").await();
    HashedTokens.Issued issued = token(platform, "guest-" + farm);
    bearer = issued.token();
    tokenId = issued.id();
    role =
        platform
            .infrastructure()
            .database()
            .query(
                "select (doc ->> 'roleId')::uuid from record.access_assignments where id = $1",
                assignment)
            .await()
            .iterator()
            .next()
            .getUUID(0);
  }

  private static UUID user(Onboarding onboarding, String subject) {
    return onboarding
        .user(new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty()))
        .await();
  }

  /** A token of a person for all parts of the platform. */
  public static HashedTokens.Issued token(Platform platform, String subject) {
    return new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {})
        .issue(
            new HashedTokens.Order(
                "long requests",
                platform.identity().recordIssuer(),
                subject,
                Set.of("farm-api", "sensor-api", "spatio-api"),
                Set.of(
                    "farm-read",
                    "farm-write",
                    "sensor-read",
                    "sensor-write",
                    "spatio-read",
                    "spatio-write"),
                Optional.empty()),
            Optional.empty())
        .await();
  }

  /** Removes the access; returns after the response that confirms the removal. */
  public void take(Taken what) {
    String admin = administrator();
    HttpResponse<String> answer =
        switch (what) {
          case ASSIGNMENT_DELETED ->
              send(admin, "DELETE", "/v1/access-assignments/" + assignment, "");
          case USER_DISABLED ->
              send(admin, "PATCH", "/v1/users/" + user, "{\"status\": \"DISABLED\"}");
          case TOKEN_REVOKED -> send(admin, "DELETE", "/v1/admin/tokens/" + tokenId, "");
        };
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
  }

  private String administrator() {
    HttpResponse<String> token =
        test.send(
            HttpRequest.newBuilder(test.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString(
                        "grant_type=urn%3Aglebe%3Aparams%3Aoauth%3Agrant-type%3Adevelopment"
                            + "&user=admin&scope=farm-read+farm-write")));
    return Json.parseObject(token.body()).path("access_token").asText();
  }

  public HttpResponse<String> send(String token, String method, String path, String body) {
    return test.send(request(token, method, path, BodyPublishers.ofString(body)));
  }

  /** Creates a record while the guest has access. */
  public String made(String method, String path, ObjectNode body) {
    HttpResponse<String> answer = send(bearer, method, path, Json.write(body));
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    return answer.body();
  }

  public HttpRequest.Builder request(
      String token, String method, String path, HttpRequest.BodyPublisher body) {
    return HttpRequest.newBuilder(test.uri(path))
        .header("Authorization", "Bearer " + token)
        .header(
            "Content-Type",
            method.equals("PATCH") ? "application/merge-patch+json" : Json.MEDIA_TYPE)
        .method(method, body);
  }

  /** The assignment that would give the guest the access back. */
  public ObjectNode wayBack(UUID id) {
    return Json.object()
        .put("id", id.toString())
        .put("userId", user.toString())
        .put("farmId", farm.toString())
        .put("roleId", role.toString())
        .put("originType", "USER");
  }

  public ObjectNode task(UUID id) {
    return Json.object()
        .put("id", id.toString())
        .put("name", "Sow")
        .put("farmId", farm.toString())
        .put("status", "PLANNED")
        .put("originType", "USER");
  }

  /** The single number that a query returns. */
  public long count(String sql, Object... parameters) {
    return platform
        .infrastructure()
        .database()
        .query(sql, parameters)
        .await()
        .iterator()
        .next()
        .getLong(0);
  }
}
