package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.EchoArea;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.metrics.MeterNames;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DrainTest {
  @Test
  void requestsInProgressAreAnsweredAndNewOnesAreRefused() {
    EchoArea echo = new EchoArea();
    try (TestServer server = new TestServer(Settings.defaults(), echo)) {
      CompletableFuture<HttpResponse<String>> slow =
          CompletableFuture.supplyAsync(() -> server.get("/slow"));
      await().until(() -> server.log.underWay() == 1);
      Future<Void> drained = server.verticle.drain();
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(
                          () -> server.raw("GET /both HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                      .isInstanceOf(IOException.class));
      assertThat(drained.isComplete()).isFalse();
      echo.gate.complete(null);
      assertThat(slow.join().body()).isEqualTo("slow");
      drained.await();
    }
  }

  @Test
  void idleConnectionsDoNotDelayTheStop() throws Exception {
    try (TestServer server = new TestServer(Settings.defaults(), new EchoArea());
        Socket idle = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      idle.getOutputStream()
          .write(
              "GET /both HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(idle.getInputStream().read()).isEqualTo('H');
      await().until(() -> server.log.underWay() == 0);
      assertThat(server.get("/both").body())
          .isEqualTo("legacy"); // leaves an idle HTTP/2 connection as well
      long from = System.nanoTime();
      server.verticle.drain().await();
      assertThat(java.time.Duration.ofNanos(System.nanoTime() - from))
          .isLessThan(java.time.Duration.ofSeconds(20));
    }
  }

  @Test
  @Tag("GLEBE_DRAIN_TIMEOUT")
  void anUploadThatTheDrainCutsIsNoSuccess() throws Exception {
    Settings hasty = Settings.defaults().with(HttpSettings.DRAIN_TIMEOUT, "1s");
    String head =
        "PUT /upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
            + "Content-Length: 1000000\r\n\r\nthe first bytes";
    try (TestServer server = new TestServer(hasty, new EchoArea());
        Socket upload = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port())) {
      upload.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      await().until(() -> server.log.underWay() == 1);
      server.verticle.drain().await();
      await().until(() -> server.log.underWay() == 0);
      assertThat(server.meters().registry().find(MeterNames.HTTP_REQUESTS).timers())
          .extracting(timer -> timer.getId().getTag("status"))
          .containsExactly("499");
    }
  }
}
