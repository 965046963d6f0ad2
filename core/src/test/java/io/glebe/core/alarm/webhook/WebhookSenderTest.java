package io.glebe.core.alarm.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WebhookSenderTest {
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  @Tag("GLEBE_ALARM_WEBHOOK_TIMEOUT")
  void aReceiverThatDoesNotAnswerFailsTheAttemptAndGetsTheNextOne() {
    AtomicInteger attempts = new AtomicInteger();
    HttpServer receiver =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  if (attempts.incrementAndGet() > 1) {
                    request.response().setStatusCode(204).end();
                  }
                })
            .listen(0, "127.0.0.1")
            .await();
    WebhookSender sender = new WebhookSender(vertx, Duration.ofSeconds(1));
    URI url = URI.create("http://127.0.0.1:" + receiver.actualPort() + "/hook");
    WebhookSender.Message message =
        WebhookSender.Message.signed(UUID.randomUUID(), url, new byte[32], "{}");
    InetAddress here = InetAddress.getLoopbackAddress();

    assertThatThrownBy(() -> sender.send(message, here).await())
        .isInstanceOf(TimeoutException.class);
    assertThat(sender.send(message, here).await()).isEqualTo(204);
    assertThat(attempts).hasValue(2);
  }
}
