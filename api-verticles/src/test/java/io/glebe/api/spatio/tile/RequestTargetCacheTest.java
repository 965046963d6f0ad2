package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/**
 * A known request target of a tile is not parsed again; its response is as current as the first
 * one.
 */
final class RequestTargetCacheTest {
  private static final String MAY = "2026-05-01T10:00:00Z";
  private static final String JUNE = "2026-06-01T10:00:00Z";
  private static final int CELLS = 20 * 10;

  private final SpatioClient client = new SpatioClient("/api/v2");

  private String filled(String datetime, int value) {
    String id = client.cube();
    fill(id, datetime, value);
    return id;
  }

  private void fill(String id, String datetime, int value) {
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    while (cells.hasRemaining()) {
      cells.putShort((short) value);
    }
    expect(200, client.fill(id, "NDVI", "datetime=" + datetime, cells.array()));
  }

  private static String tile(String id) {
    return "/collections/" + id + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
  }

  private static String etag(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("ETag").orElseThrow();
  }

  @Test
  void theSameTileHasTheSameHeaders() {
    String tile = tile(filled(MAY, 5000));
    HttpResponse<byte[]> first = expect(200, client.get(tile));
    for (int again = 0; again < 3; again++) {
      HttpResponse<byte[]> next = expect(200, client.get(tile));
      assertThat(next.body()).isEqualTo(first.body());
      for (String name :
          new String[] {"Content-Type", "Content-Length", "ETag", "Cache-Control", "Vary"}) {
        assertThat(next.headers().allValues(name))
            .as(name)
            .isNotEmpty()
            .isEqualTo(first.headers().allValues(name));
      }
      assertThat(next.headers().firstValue("X-Request-Id"))
          .isPresent()
          .isNotEqualTo(first.headers().firstValue("X-Request-Id"));
      assertThat(expect(304, client.get(tile, "If-None-Match", etag(first))).body()).isEmpty();
    }
  }

  @Test
  void headIsAnsweredAsGetWithoutTheBody() {
    String tile = tile(filled(MAY, 5000));
    HttpResponse<byte[]> get = expect(200, client.get(tile));
    HttpResponse<byte[]> head =
        expect(200, client.send("HEAD", tile, HttpRequest.BodyPublishers.noBody()));
    assertThat(head.body()).isEmpty();
    assertThat(etag(head)).isEqualTo(etag(get));
    assertThat(head.headers().firstValue("Content-Length"))
        .hasValue(Integer.toString(get.body().length));
  }

  @Test
  void theLatestTileShowsTheLatestUpload() {
    String id = filled(MAY, 2000);
    HttpResponse<byte[]> may = expect(200, client.get(tile(id)));
    expect(200, client.get(tile(id)));
    fill(id, JUNE, 8000);
    HttpResponse<byte[]> june = expect(200, client.get(tile(id), "If-None-Match", etag(may)));
    assertThat(june.body()).isNotEqualTo(may.body());
  }

  @Test
  void anEarlierSnapshotIsConstantAndTheLatestOneChanges() {
    String id = filled(MAY, 2000);
    String version =
        SpatioClient.json(client.get("/collections/" + id + "/snapshots"))
            .findPath("version")
            .asText();
    String then = tile(id) + "&asOf=" + version;
    HttpResponse<byte[]> before = expect(200, client.get(then));
    expect(200, client.get(then));
    fill(id, MAY, 8000);
    assertThat(expect(200, client.get(then)).body()).isEqualTo(before.body());
    assertThat(expect(200, client.get(tile(id))).body()).isNotEqualTo(before.body());
  }

  @Test
  void aKnownRequestTargetGivesNoAccessWithoutARight() {
    String tile = tile(filled(MAY, 5000));
    expect(200, client.get(tile));
    expect(200, client.get(tile));
    for (String token : new String[] {"", "Bearer nonsense"}) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(TestPlatform.shared().uri("/api/v2" + tile));
      if (!token.isEmpty()) {
        request.header("Authorization", token);
      }
      expect(401, SpatioClient.exchange(request));
    }
  }

  @Test
  void aRequestTargetOfARemovedCollectionIsNotFound() {
    String id = filled(MAY, 5000);
    expect(200, client.get(tile(id)));
    expect(200, client.get(tile(id)));
    expect(204, client.delete("/collections/" + id));
    expect(404, client.get(tile(id)));
  }

  @Test
  void invalidTargetsSimilarToAKnownOneAreStillRefused() {
    String tile = tile(filled(MAY, 5000));
    expect(200, client.get(tile));
    expect(400, client.get(tile + "&resampling=best"));
    expect(405, client.send("POST", tile, HttpRequest.BodyPublishers.noBody()));
  }
}
