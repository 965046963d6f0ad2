package io.glebe.api.spatio.collection;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.spatio.SpatioClient;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A collection with a cube of 20 by 10 cells, and the requests that fill and read it. */
abstract class CubeFixture {
  static final int CELLS = 20 * 10;
  static final String MAY = "2026-05-01T10:00:00Z";
  static final String JUNE = "2026-06-01T10:00:00Z";
  static final String BOX = "bbox=15.49,46.02,15.50,46.03";

  /** A tile that contains the centre of the test cube, and the pixel at this centre. */
  static final String TILE = "17/71176/46617";

  final SpatioClient client;

  CubeFixture(SpatioClient client) {
    this.client = client;
  }

  static byte[] cells(int value, int count) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      buffer.putShort((short) value);
    }
    return buffer.array();
  }

  static byte[] npy(String literal, byte[] cells) {
    byte[] header = literal.getBytes(StandardCharsets.UTF_8);
    ByteBuffer file = ByteBuffer.allocate(10 + header.length + cells.length);
    file.order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.UTF_8));
    file.put((byte) 1).put((byte) 0).putShort((short) header.length).put(header).put(cells);
    return file.array();
  }

  JsonNode series(String id, String more) {
    HttpResponse<byte[]> answer =
        client.get("/collections/" + id + "/aggregate/time-series?layers=NDVI&" + BOX + "&" + more);
    return json(expect(200, answer)).path("series").get(0).path("values");
  }

  static void problem(int status, HttpResponse<byte[]> answer, String... words) {
    expect(status, answer);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(json(answer).path("status").asInt()).isEqualTo(status);
    for (String word : words) {
      assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains(word);
    }
  }
}
