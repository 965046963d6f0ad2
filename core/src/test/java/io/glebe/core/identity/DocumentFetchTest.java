package io.glebe.core.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client limits the size of a document and the waiting time, whatever the server sends. */
class DocumentFetchTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close().await();
  }

  private Map<String, Object> fetch(Duration timeout, Handler<HttpServerRequest> server) {
    int port =
        vertx.createHttpServer().requestHandler(server).listen(0, "127.0.0.1").await().actualPort();
    DocumentFetch client = new DocumentFetch(vertx.createHttpClient(), timeout);
    Promise<Map<String, Object>> document = Promise.promise();
    vertx.runOnContext(loop -> client.json("http://127.0.0.1:" + port + "/").onComplete(document));
    return document.future().await();
  }

  private static void endless(HttpServerResponse response) {
    Buffer part = Buffer.buffer(" ".repeat(16 * 1024));
    response.write(part).onSuccess(written -> endless(response));
  }

  @Test
  void anEndlessDocumentIsAborted() {
    assertThatThrownBy(
            () ->
                fetch(
                    Duration.ofMinutes(1), request -> endless(request.response().setChunked(true))))
        .hasMessageContaining("the document is too large");
  }

  @Test
  void compressedDocumentsAreNotExpanded() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("{\"issuer\":\"x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    assertThatThrownBy(
            () ->
                fetch(
                    Duration.ofMinutes(1),
                    request -> {
                      assertThat(request.getHeader("Accept-Encoding")).isNull();
                      request
                          .response()
                          .putHeader("Content-Encoding", "gzip")
                          .end(Buffer.buffer(packed.toByteArray()));
                    }))
        .hasMessageContaining("no JSON object");
  }

  @Test
  void aSlowResponseIsAbortedInTime() {
    assertThatThrownBy(
            () ->
                fetch(
                    Duration.ofMillis(300),
                    request -> {
                      HttpServerResponse response = request.response().setChunked(true);
                      vertx.setPeriodic(20, tick -> response.write(" "));
                    }))
        .hasMessageContaining("300");
  }
}
