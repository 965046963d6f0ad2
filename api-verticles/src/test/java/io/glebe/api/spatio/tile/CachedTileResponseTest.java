package io.glebe.api.spatio.tile;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.http.RawConnection.RawResponse;
import io.glebe.api.spatio.SpatioClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cached tile is served according to HTTP, regardless of other requests on its connection. */
final class CachedTileResponseTest {
  private static final int CELLS = 20 * 10;

  private final SpatioClient client = new SpatioClient("/api/v2");
  private final URI server = TestPlatform.shared().uri("/");
  private static final String AUTHORIZATION = "Authorization: Bearer glebe-dev-token";
  private String collection;
  private String tile;
  private HttpResponse<byte[]> known;

  @BeforeEach
  void requestATile() {
    collection = client.cube();
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) (40 * i));
    }
    expect(200, client.fill(collection, "NDVI", "datetime=2026-05-01T10:00:00Z", cells.array()));
    String path = "/collections/" + collection;
    known = expect(200, client.get(path + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI"));
    tile = "/api/v2" + path + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI";
  }

  private String etag() {
    return known.headers().firstValue("ETag").orElseThrow();
  }

  private void get(RawConnection connection, String path, String id, String... more)
      throws IOException {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "GET " + path + " HTTP/1.1",
                "Host: localhost",
                AUTHORIZATION,
                "X-Request-Id: " + id));
    lines.addAll(List.of(more));
    lines.add("");
    connection.say(lines.toArray(String[]::new));
  }

  /** A connection that has already made an authenticated request. */
  private RawConnection acquainted() throws IOException {
    RawConnection connection = new RawConnection(server);
    get(connection, tile, "first");
    assertThat(connection.read(true).body()).isEqualTo(known.body());
    return connection;
  }

  private void isTheTile(RawResponse received, String id) {
    assertThat(received.status()).isEqualTo(200);
    assertThat(received.body()).isEqualTo(known.body());
    assertThat(received.headers())
        .containsEntry("X-Request-Id", id)
        .containsEntry("Content-Type", "image/png")
        .containsEntry("ETag", etag())
        .containsKeys("Date", "Vary", "Cache-Control", "Server-Timing", "X-Content-Type-Options");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost|Host: localhost|" + AUTHORIZATION,
        "Host: localhost|Host: evil.example|" + AUTHORIZATION,
        AUTHORIZATION,
        "Host: localhost|" + AUTHORIZATION + "|" + AUTHORIZATION,
        "Host: localhost|" + AUTHORIZATION + "|Authorization: Bearer another"
      })
  void requestsWithConflictingHeadersAreRefusedByEveryHandler(String lines) throws IOException {
    for (String path : List.of(tile, "/api/v2/collections", "/api/v2/")) {
      try (RawConnection connection = acquainted()) {
        connection.say("GET " + path + " HTTP/1.1");
        for (String line : lines.split("\\|", -1)) {
          connection.say(line);
        }
        connection.say("");
        assertThat(connection.read(true).status()).as(path + " " + lines).isEqualTo(400);
      }
    }
  }

  @Test
  void responsesAreSentInTheOrderOfTheRequests() throws IOException {
    try (RawConnection connection = acquainted()) {
      String other = "/api/v2/collections?limit=1"; // this request reads the database
      for (int i = 0; i < 20; i++) {
        get(connection, i % 3 == 1 ? other : tile, "r" + i);
      }
      for (int i = 0; i < 20; i++) {
        RawResponse received = connection.read(true);
        if (i % 3 == 1) {
          assertThat(received.headers()).containsEntry("X-Request-Id", "r" + i);
          assertThat(received.headers().get("Content-Type")).startsWith("application/json");
        } else {
          isTheTile(received, "r" + i);
        }
      }
    }
  }

  @Test
  void aSlowReaderReceivesAllResponsesInTheEnd() throws IOException, InterruptedException {
    int many = 5000;
    try (RawConnection connection = acquainted()) {
      Thread asking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < many; i++) {
                        get(connection, tile, "m" + i);
                      }
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      for (int i = 0; i < many; i++) {
        isTheTile(connection.read(true), "m" + i);
      }
      asking.join();
    }
  }

  @Test
  void aTileThatTheClientHasIsNotSentAgain() throws IOException {
    try (RawConnection connection = acquainted()) {
      get(connection, tile, "held", "If-None-Match: \"other\", " + etag());
      RawResponse received = connection.read(true);
      assertThat(received.status()).isEqualTo(304);
      assertThat(received.headers())
          .containsEntry("ETag", etag())
          .containsEntry("X-Request-Id", "held")
          .doesNotContainKeys("Content-Type", "Content-Length");
      get(connection, tile, "new", "If-None-Match: \"other\"");
      isTheTile(connection.read(true), "new");
    }
  }

  @Test
  void aConnectionWithCloseRequestedIsClosed() throws IOException {
    try (RawConnection connection = acquainted()) {
      get(connection, tile, "last", "Connection: close");
      isTheTile(connection.read(true), "last");
      assertThat(connection.isOver()).isTrue();
    }
    try (RawConnection connection = acquainted()) {
      get(connection, tile, "both", "Connection: keep-alive", "Connection: close");
      get(connection, tile, "never");
      isTheTile(connection.read(true), "both");
      assertThat(connection.isOver()).isTrue();
    }
    try (RawConnection connection = acquainted()) {
      connection.say("GET " + tile + " HTTP/1.0", "Host: localhost", AUTHORIZATION, "");
      assertThat(connection.read(true).body()).isEqualTo(known.body());
      assertThat(connection.isOver()).isTrue();
    }
  }

  @Test
  void aPageOfAnotherOriginMayReadATile() throws IOException {
    try (RawConnection connection = acquainted()) {
      get(connection, tile, "cross", "Origin: https://maps.example");
      RawResponse received = connection.read(true);
      isTheTile(received, "cross");
      assertThat(received.headers()).containsKey("Access-Control-Expose-Headers");
    }
  }

  @Test
  void headRequestsBodiesAndInvalidRequestsAreAnsweredBetweenCachedTiles() throws IOException {
    try (RawConnection connection = acquainted()) {
      connection.say("HEAD " + tile + " HTTP/1.1", "Host: localhost", AUTHORIZATION, "");
      RawResponse head = connection.read(false);
      assertThat(head.headers())
          .containsEntry("Content-Length", Integer.toString(known.body().length))
          .containsEntry("ETag", etag());
      get(connection, tile, "body", "Content-Length: 5");
      connection.say("abc"); // with the end of the line, five bytes
      isTheTile(connection.read(true), "body");
      connection.say(
          "GET " + tile + " HTTP/1.1", "Host: localhost", "Authorization: Bearer no", "");
      assertThat(connection.read(true).status()).isEqualTo(401);
      get(connection, tile, "after");
      isTheTile(connection.read(true), "after");
    }
  }
}
