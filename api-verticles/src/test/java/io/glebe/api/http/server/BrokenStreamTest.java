package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.RawHttp2;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Responses of HTTP/2 that fail after their first bytes. */
class BrokenStreamTest {
  private final TestServer server = new TestServer(Settings.defaults(), new Breaking());

  @AfterEach
  void stop() {
    server.close();
  }

  /** A table whose second row cannot be read. */
  private static final class Breaking implements ApiArea {
    @Override
    public String name() {
      return "breaking";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes.get(
          Surface.ROOT,
          "/table",
          Operation.of(
              "table",
              "",
              Guard.PUBLIC,
              request ->
                  Future.succeededFuture(Reply.written(200, "text/csv", Breaking::firstRow))));
    }

    private static void firstRow(OutputStream out) throws IOException {
      out.write("a,b\n".getBytes(StandardCharsets.UTF_8));
      out.flush();
      throw new IOException("the second row cannot be read");
    }
  }

  /** With NO_ERROR, curl would take the first row as the whole table. */
  @Test
  void aResponseThatThePlatformBreaksOffIsReportedAsAnError() throws IOException {
    try (RawHttp2 client = new RawHttp2(server.verticle.port())) {
      client.get("/table", ":authority", "127.0.0.1");

      assertThat(client.next(RawHttp2.HEADERS).status()).isEqualTo(200);
      RawHttp2.Frame last = client.next(RawHttp2.RESET);
      assertThat(last.type()).isEqualTo(RawHttp2.RESET);
      assertThat(last.error()).isEqualTo(RawHttp2.INTERNAL_ERROR);
    }
  }
}
