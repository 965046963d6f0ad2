package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The access of a caller who fetches tiles over one connection is not resolved for each request. An
 * event that removes the access takes effect on this connection too.
 */
final class TileRightsTest {
  private static final int CELLS = 20 * 10;

  private final Platform platform = TestPlatform.shared().platform();
  private final Onboarding onboarding =
      new Onboarding(platform.infrastructure().database(), platform.records().records());
  private final HashedTokens tokens =
      new HashedTokens(platform.infrastructure().database(), InstantSource.system(), () -> {});
  private final UUID farm = UUID.randomUUID();
  private final UUID otherFarm = UUID.randomUUID();
  private final String collection = "rights-" + UUID.randomUUID();
  private String grower;
  private UUID reader;
  private HashedTokens.Issued reading;
  private RawConnection connection;

  @BeforeEach
  void connect() throws IOException {
    connection = new RawConnection(TestPlatform.shared().uri("/"));
  }

  @AfterEach
  void disconnect() throws IOException {
    connection.close();
  }

  @BeforeEach
  void createAGrowerWithTwoFarmsAndAReaderOfOne() {
    onboarding.roles().await();
    UUID organization = UUID.randomUUID();
    onboarding.organization(organization, "Business").await();
    String subject = "grower-" + farm;
    UUID growing = user(subject);
    for (UUID each : new UUID[] {farm, otherFarm}) {
      ObjectNode doc = Json.object().put("name", "Farm");
      onboarding.farm(each, doc.put("organizationId", organization.toString())).await();
      onboarding.assign(growing, each, "OWNER").await();
    }
    grower = issued(subject).token();
    String visitor = "reader-" + farm;
    reader = user(visitor);
    reading = issued(visitor);
    fill();
  }

  private UUID user(String subject) {
    return onboarding
        .user(new Onboarding.NewUser(subject, Optional.empty(), "Somebody", Optional.empty()))
        .await();
  }

  private HashedTokens.Issued issued(String subject) {
    return tokens
        .issue(
            new HashedTokens.Order(
                "tiles",
                platform.identity().recordIssuer(),
                subject,
                Set.of("spatio-api"),
                Set.of("spatio-read", "spatio-write"),
                Optional.empty()),
            Optional.empty())
        .await();
  }

  private void fill() {
    String path = "/collections/" + collection;
    expect(201, json("POST", "/collections", owned(farm)));
    expect(201, json("POST", path + "/zarr/init", SpatioClient.grid()));
    expect(201, json("POST", path + "/layers", SpatioClient.layer("NDVI")));
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    while (cells.hasRemaining()) {
      cells.putShort((short) 5000);
    }
    expect(
        200,
        send(
            grower,
            request(path + "/layers/NDVI/data/binary?datetime=2026-05-01T10:00:00Z")
                .header("Content-Type", "application/octet-stream")
                .PUT(BodyPublishers.ofByteArray(cells.array()))));
  }

  private ObjectNode owned(UUID by) {
    return Json.object().put("id", collection).put("title", "Test").put("farmId", by.toString());
  }

  private HttpResponse<byte[]> json(String method, String path, ObjectNode body) {
    return send(
        grower,
        request(path)
            .header("Content-Type", Json.MEDIA_TYPE)
            .method(method, BodyPublishers.ofString(Json.write(body))));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(TestPlatform.shared().uri("/api/v2" + path));
  }

  private static HttpResponse<byte[]> send(String token, HttpRequest.Builder request) {
    return SpatioClient.exchange(request.header("Authorization", "Bearer " + token));
  }

  /** The status of the tile, requested over the single connection of this test. */
  private int tile(String token) {
    String path = "/collections/" + collection + "/tiles/WebMercatorQuad/17/71176/46617";
    try {
      connection.say(
          "GET /api/v2" + path + "?layers=NDVI HTTP/1.1",
          "Host: localhost",
          "Authorization: Bearer " + token,
          "");
      return connection.read(true).status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int tile() {
    return tile(reading.token());
  }

  /** Repeats the request so that every cache is filled. */
  private void readsAtLast(UUID assignedTo) {
    onboarding.assign(reader, assignedTo, "VIEWER").await();
    await().untilAsserted(() -> assertThat(tile()).isEqualTo(200));
    for (int again = 0; again < 5; again++) {
      assertThat(tile()).isEqualTo(200);
    }
  }

  private void refusedAtLast(int status) {
    await().untilAsserted(() -> assertThat(tile()).isEqualTo(status));
    assertThat(tile()).isEqualTo(status);
  }

  @Test
  void aRightEndsWithTheRoleAndReturnsWithIt() {
    assertThat(tile()).isEqualTo(403);
    readsAtLast(farm);
    UUID assignment = onboarding.assign(reader, farm, "VIEWER").await();
    platform
        .records()
        .records()
        .delete(
            WriteRequest.of(
                Caller.system(), Catalogue.standard().get("AccessAssignment"), assignment))
        .await();
    refusedAtLast(403);
  }

  @Test
  void aTokenThatIsRevokedIsRefused() {
    readsAtLast(farm);
    tokens.revoke(reading.id()).await();
    refusedAtLast(401);
  }

  @Test
  void aCollectionMovedToAnotherFarmIsReadableThereOnly() {
    readsAtLast(farm);
    expect(200, json("PUT", "/collections/" + collection, owned(otherFarm)));
    refusedAtLast(403);
    readsAtLast(otherFarm);
  }

  @Test
  void anotherTokenOnTheSameConnectionIsAnotherCaller() {
    readsAtLast(farm);
    HashedTokens.Issued stranger = issued("stranger-" + farm);
    for (int turn = 0; turn < 3; turn++) {
      assertThat(tile(stranger.token())).isEqualTo(403);
      assertThat(tile()).isEqualTo(200);
    }
  }
}
