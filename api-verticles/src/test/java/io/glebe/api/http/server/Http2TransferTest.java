package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.body.Body;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files and bodies of megabytes over HTTP/2: many frames, windows and slices. */
class Http2TransferTest {
  private static final int BYTES = 3_900_007;
  private static final byte[] CONTENT = new byte[BYTES];

  static {
    new Random(161).nextBytes(CONTENT);
  }

  @TempDir private Path folder;
  private Path file;
  private TestServer server;
  private HttpClientAgent client;

  @BeforeEach
  void start() throws IOException {
    file = Files.write(folder.resolve("content"), CONTENT);
    server = new TestServer(Settings.defaults(), new Transfers());
    client =
        server
            .vertx()
            .createHttpClient(
                new HttpClientOptions()
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setHttp2ClearTextUpgrade(false)
                    .setDefaultHost("localhost")
                    .setDefaultPort(server.verticle.port()));
  }

  @AfterEach
  void stop() {
    client.close().await();
    server.close();
  }

  /** Sends parts of the file, and takes a body back to its client. */
  private final class Transfers implements ApiArea {
    @Override
    public String name() {
      return "transfers";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      file(routes, "/whole", 0, BYTES);
      file(routes, "/part", 70_001, 200_003);
      routes.post(
          Surface.ROOT,
          "/echo",
          Operation.of(
                  "echo",
                  "",
                  Guard.PUBLIC,
                  request ->
                      Future.succeededFuture(
                          Reply.bytes("application/octet-stream", request.body())))
              .body(Body.bytes("application/octet-stream")));
    }

    private void file(RouteTable.Builder routes, String path, long from, long length) {
      routes.get(
          Surface.ROOT,
          path,
          Operation.of(
              "file" + length,
              "",
              Guard.PUBLIC,
              request ->
                  Future.succeededFuture(
                      Reply.file(200, "application/octet-stream", file, from, length))));
    }
  }

  private byte[] body(HttpMethod method, String path, Buffer sent) {
    return client
        .request(method, path)
        .compose(
            request ->
                request
                    .putHeader("Content-Type", "application/octet-stream")
                    .send(sent)
                    .compose(HttpClientResponse::body)) // on the event loop, before bytes come
        .map(Buffer::getBytes)
        .await();
  }

  @Test
  void filesArriveWholeAndInParts() {
    assertThat(body(HttpMethod.GET, "/whole", Buffer.buffer())).isEqualTo(CONTENT);
    assertThat(Buffer.buffer(body(HttpMethod.GET, "/part", Buffer.buffer())))
        .isEqualTo(Buffer.buffer(CONTENT).slice(70_001, 270_004));
  }

  @Test
  void aFileThatIsMissingIsAProblem() throws IOException {
    Files.delete(file);
    HttpClientResponse answer =
        client.request(HttpMethod.GET, "/whole").compose(HttpClientRequest::send).await();
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(500);
  }

  @Test
  void bodiesArriveWhole() {
    assertThat(body(HttpMethod.POST, "/echo", Buffer.buffer(CONTENT))).isEqualTo(CONTENT);
  }

  @Test
  void aClientMaySendSoMuchAheadOnEachStream() {
    HttpClientRequest request = client.request(HttpMethod.GET, "/part").await();
    assertThat(request.send().await().statusCode()).isEqualTo(200);
    assertThat(request.connection().remoteSettings().getInitialWindowSize())
        .isEqualTo(GatewayVerticle.STREAM_WINDOW);
  }
}
