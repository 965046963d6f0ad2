package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Hammer;
import io.glebe.api.http.Hammer.TokenRequest;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A removed right or record has no effect after the response that confirms the removal: no
 * connection receives cached tiles or records any more.
 */
final class RevocationTest {
  private static final int ROUNDS = Integer.getInteger("glebe.test.rounds", 2);

  /**
   * Notification through the database is fast too, so a violation shows only in some of the rounds.
   */
  private static final int TOKEN_ROUNDS = 6 * ROUNDS;

  private static final int SOCKETS = 32;
  private static final int STREAMS = 8;
  private static final int CELLS = 20 * 10;
  private static final String TILE = "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
  private static final String READ = "data:read";

  private final TestPlatform test = TestPlatform.shared();
  private final Platform platform = test.platform();
  private final Onboarding onboarding =
      new Onboarding(platform.infrastructure().database(), platform.records().records());
  private final UUID organization = UUID.randomUUID();
  private final UUID farm = UUID.randomUUID();
  private final UUID otherFarm = UUID.randomUUID();
  private final String collection = "once-" + UUID.randomUUID();
  private String administrator;
  private String grower;

  /** A user with read access, and the records on which that access depends. */
  private record Reader(
      UUID user, UUID role, UUID assignment, UUID tokenId, String token, String farmToken) {}

  enum Taken {
    TOKEN,
    USER_DISABLED,
    USER_DELETED,
    ASSIGNMENT_DELETED,
    ASSIGNMENT_ENDED,
    ROLE_CHANGED,
    ROLE_ENDED,
    COLLECTION_MOVED,
    COLLECTION_DELETED
  }

  @BeforeEach
  void createAGrowerWithTwoFarms() {
    onboarding.roles().await();
    onboarding.organization(organization, "Business").await();
    String subject = "grower-" + farm;
    UUID growing =
        onboarding
            .user(new Onboarding.NewUser(subject, Optional.empty(), "Grower", Optional.empty()))
            .await();
    for (UUID each : new UUID[] {farm, otherFarm}) {
      ObjectNode doc = Json.object().put("name", "Farm");
      onboarding.farm(each, doc.put("organizationId", organization.toString())).await();
      onboarding.assign(growing, each, "OWNER").await();
    }
    administrator = tokenOf("admin");
    grower = hashed(subject, "spatio-api", "spatio-read spatio-write").path("token").asText();
  }

  private String tokenOf(String user) {
    Map<String, String> form =
        Map.of(
            "grant_type",
            "urn:glebe:params:oauth:grant-type:development",
            "user",
            user,
            "scope",
            "farm-read farm-write");
    return form(form).path("access_token").asText();
  }

  private ObjectNode form(Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    HttpResponse<byte[]> answer =
        SpatioClient.exchange(
            HttpRequest.newBuilder(test.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    return SpatioClient.json(expect(200, answer));
  }

  private ObjectNode hashed(String subject, String audience, String scopes) {
    ObjectNode order = Json.object().put("name", "at once").put("subject", subject);
    order.putArray("audiences").add(audience);
    List.of(scopes.split(" ", -1)).forEach(order.withArray("scopes")::add);
    return made(administrator, "POST", "/v1/admin/tokens", order);
  }

  private ObjectNode made(String token, String method, String path, ObjectNode body) {
    HttpResponse<byte[]> answer = send(token, method, path, body);
    assertThat(answer.statusCode())
        .as(new String(answer.body(), StandardCharsets.UTF_8))
        .isBetween(200, 201);
    return SpatioClient.json(answer);
  }

  private static HttpRequest.BodyPublisher bytes(@Nullable ObjectNode body) {
    return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body));
  }

  private HttpResponse<byte[]> send(
      String token, String method, String path, @Nullable ObjectNode body) {
    return SpatioClient.exchange(
        HttpRequest.newBuilder(test.uri(path))
            .header("Authorization", "Bearer " + token)
            .header(
                "Content-Type",
                method.equals("PATCH") ? "application/merge-patch+json" : Json.MEDIA_TYPE)
            .method(method, bytes(body)));
  }

  private void fill(String id) {
    String path = "/api/v2/collections/" + id;
    made(grower, "POST", "/api/v2/collections", owned(id, farm));
    made(grower, "POST", path + "/zarr/init", SpatioClient.grid());
    made(grower, "POST", path + "/layers", SpatioClient.layer("NDVI"));
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    while (cells.hasRemaining()) {
      cells.putShort((short) 5000);
    }
    expect(
        200,
        SpatioClient.exchange(
            HttpRequest.newBuilder(
                    test.uri(path + "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z"))
                .header("Authorization", "Bearer " + grower)
                .header("Content-Type", "application/octet-stream")
                .PUT(BodyPublishers.ofByteArray(cells.array()))));
  }

  private static ObjectNode owned(String id, UUID by) {
    return Json.object().put("id", id).put("title", "Test").put("farmId", by.toString());
  }

  private Reader reader(String name) {
    UUID user =
        onboarding
            .user(new Onboarding.NewUser(name, Optional.empty(), "Reader", Optional.empty()))
            .await();
    ObjectNode role =
        Json.object()
            .put(
                "code", "R" + UUID.randomUUID().toString().substring(0, 8).toUpperCase(Locale.ROOT))
            .put("name", name)
            .put("type", "CUSTOM");
    role.put("organizationId", organization.toString());
    role.putArray("permissions").add(READ).add("farm:read");
    UUID roleId = put("/v1/roles/", role);
    UUID assignment = put("/v1/access-assignments/", assigned(user, roleId));
    ObjectNode token = hashed(name, "spatio-api", "spatio-read");
    ObjectNode farming = hashed(name, "farm-api", "farm-read");
    return new Reader(
        user,
        roleId,
        assignment,
        id(token),
        token.path("token").asText(),
        farming.path("token").asText());
  }

  private UUID put(String path, ObjectNode doc) {
    UUID id = UUID.randomUUID();
    doc.put("id", id.toString()).put("originType", "USER");
    made(administrator, "PUT", path + id, doc);
    return id;
  }

  private ObjectNode assigned(UUID user, UUID role) {
    return Json.object()
        .put("userId", user.toString())
        .put("farmId", farm.toString())
        .put("roleId", role.toString());
  }

  private static UUID id(ObjectNode made) {
    return UUID.fromString(made.path("id").asText());
  }

  private static ObjectNode patch(String member, String value) {
    return Json.object().put(member, value);
  }

  private HttpResponse<byte[]> take(Taken what, Reader reader, String id) {
    String now = Instant.now().toString();
    String role = "/v1/roles/" + reader.role();
    String user = "/v1/users/" + reader.user();
    String assignment = "/v1/access-assignments/" + reader.assignment();
    ObjectNode fewer = Json.object();
    fewer.putArray("permissions").add("task:read");
    return switch (what) {
      case TOKEN -> send(administrator, "DELETE", "/v1/admin/tokens/" + reader.tokenId(), null);
      case USER_DISABLED -> send(administrator, "PATCH", user, patch("status", "DISABLED"));
      case USER_DELETED -> send(administrator, "DELETE", user, null);
      case ASSIGNMENT_DELETED -> send(administrator, "DELETE", assignment, null);
      case ASSIGNMENT_ENDED -> send(administrator, "PATCH", assignment, patch("endsAt", now));
      case ROLE_CHANGED -> send(administrator, "PATCH", role, fewer);
      case ROLE_ENDED -> send(administrator, "PATCH", role, patch("endsAt", now));
      case COLLECTION_MOVED ->
          send(grower, "PUT", "/api/v2/collections/" + id, owned(id, otherFarm));
      case COLLECTION_DELETED -> send(grower, "DELETE", "/api/v2/collections/" + id, null);
    };
  }

  private List<TokenRequest> requests(Taken what, Reader reader, String id) {
    List<TokenRequest> requests = new ArrayList<>();
    requests.add(new TokenRequest("/api/v2/collections/" + id + TILE, reader.token()));
    boolean tokenOnly = what == Taken.TOKEN || what.name().startsWith("COLLECTION");
    requests.add(
        tokenOnly
            ? new TokenRequest("/api/v2/collections/" + id, reader.token())
            : new TokenRequest("/v1/farms/" + farm, reader.farmToken()));
    return requests;
  }

  @ParameterizedTest
  @EnumSource(Taken.class)
  void nothingIsReadableAfterTheRemovalIsConfirmed(Taken what) {
    rounds(
        what == Taken.TOKEN ? TOKEN_ROUNDS : ROUNDS,
        round -> {
          Reader reader = reader(what + "-" + round + "-" + farm);
          String id = collection + "-" + round;
          fill(id);
          try (Hammer hammer =
              new Hammer(test.uri("/"), SOCKETS, STREAMS, requests(what, reader, id)).warm()) {
            HttpResponse<byte[]> answer = take(what, reader, id);
            Hammer.Count count = hammer.taken();
            assertThat(answer.statusCode())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isBetween(200, 204);
            assertThat(count.passed()).as(count.ways().toString()).isZero();
          }
        });
  }

  private static void rounds(int times, Consumer<Integer> round) {
    for (int i = 0; i < times; i++) {
      round.accept(i);
    }
  }
}
