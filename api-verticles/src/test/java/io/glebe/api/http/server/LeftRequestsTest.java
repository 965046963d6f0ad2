package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.api.http.body.Body;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nothing is kept of a request whose client leaves after the response, before the body's end. */
@Timeout(120)
class LeftRequestsTest {
  private static final int BYTES = 2 << 20;
  private static final Settings SETTINGS =
      Settings.defaults()
          .with(ConnectionSettings.DISCARD_TIMEOUT, "10m")
          .with(ConnectionSettings.DISCARD_BYTES, "4G");

  private static final Queue<WeakReference<HttpServerRequest>> SEEN = new ConcurrentLinkedQueue<>();
  private static final Queue<InputStream> INPUTS = new ConcurrentLinkedQueue<>();
  private static final Vertx CLIENTS = Vertx.vertx();
  private static TestServer server;

  /** Operations that end without the body, with and without having begun to read it. */
  private static final class Area implements ApiArea {
    @Override
    public String name() {
      return "left";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .put(Surface.ROOT, "/begun", open("begun", Area::begun).body(Body.stream()))
          .put(Surface.ROOT, "/untouched", open("untouched", Area::refused).body(Body.stream()))
          .put(Surface.ROOT, "/bytes", open("bytes", Area::refused).body(Body.bytes().upTo(1000)))
          .put(Surface.ROOT, "/long", open("long", Area::longReply).body(Body.bytes().upTo(BYTES)))
          .put(Surface.ROOT, "/nothing", open("nothing", Area::done));
    }

    private static Operation open(String id, Endpoint endpoint) {
      return Operation.of(id, id, Guard.PUBLIC, endpoint);
    }

    private static Future<Reply> begun(ApiRequest request) {
      INPUTS.add(request.input());
      return refused(request);
    }

    private static Future<Reply> refused(ApiRequest request) {
      SEEN.add(new WeakReference<>(request.raw()));
      return Future.failedFuture(Problem.notFound("there is no such collection"));
    }

    /** More than the buffers of a connection hold. */
    private static Future<Reply> longReply(ApiRequest request) {
      Buffer reply = Buffer.buffer(new byte[16 * BYTES]);
      return Future.succeededFuture(Reply.bytes("application/octet-stream", reply));
    }

    private static Future<Reply> done(ApiRequest request) {
      SEEN.add(new WeakReference<>(request.raw()));
      return Future.succeededFuture(Reply.noContent());
    }
  }

  @BeforeAll
  static void start() {
    server = new TestServer(SETTINGS, new Area());
  }

  @AfterAll
  static void stop() {
    server.close();
    CLIENTS.close().await();
  }

  /** Sends a part of a body, reads the response, and leaves. */
  private static int leave(HttpVersion version, String path) {
    HttpClientOptions options = new HttpClientOptions().setProtocolVersion(version);
    var client = CLIENTS.createHttpClient(options.setHttp2ClearTextUpgrade(false));
    int port = server.verticle.port();
    HttpClientRequest request = client.request(HttpMethod.PUT, port, "127.0.0.1", path).await();
    request.putHeader("Content-Type", "application/octet-stream").setChunked(true);
    request.write(Buffer.buffer(new byte[BYTES]));
    int status = request.response().await().statusCode();
    client.close().await();
    return status;
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, /begun, 404",
    "HTTP_1_1, /untouched, 404",
    "HTTP_1_1, /bytes, 413",
    "HTTP_1_1, /nothing, 204",
    "HTTP_2, /begun, 404",
    "HTTP_2, /untouched, 404",
    "HTTP_2, /bytes, 413",
    "HTTP_2, /nothing, 204"
  })
  void nothingIsKept(HttpVersion version, String path, int status) {
    assertThat(leave(version, path)).isEqualTo(status);
    INPUTS.clear();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              System.gc();
              return SEEN.stream().allMatch(request -> request.refersTo(null));
            });
  }

  /** Who still reads the body gets a failure instead of waiting for ever. */
  @ParameterizedTest
  @CsvSource({"HTTP_1_1", "HTTP_2"})
  void theReaderOfABodyThatIsNotWantedAnyMoreFails(HttpVersion version) {
    INPUTS.clear();
    assertThat(leave(version, "/begun")).isEqualTo(404);
    InputStream input = INPUTS.remove();
    assertThatThrownBy(input::readAllBytes)
        .isInstanceOf(Problem.class)
        .hasMessageContaining("answered");
  }

  private static boolean hasChunks() throws JMException {
    String histogram =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "gcClassHistogram",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
    return histogram.contains("io.glebe.api.http.body.BodyChunks");
  }

  @Test
  void nothingOfABodyIsKeptWhileTheClientDoesNotReadTheResponse() throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      String head =
          "PUT /long HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
              + "Content-Length: 4\r\n\r\nbody";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().readNBytes("HTTP/1.1 200 OK".length()))
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo("HTTP/1.1 200 OK");
      await().atMost(Duration.ofSeconds(20)).until(() -> !hasChunks());
    }
  }
}
