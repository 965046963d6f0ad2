package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many reads of one caller are in progress, and what becomes of those that wait. */
class ReadAdmissionTest {
  private static final int IN_PROGRESS = 2;

  private final Held area = new Held();
  private TestServer server =
      new TestServer(
          Settings.defaults().with(HttpSettings.READS_PER_CALLER, "" + IN_PROGRESS), area);
  private final List<Socket> clients = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    area.answer.tryComplete(Reply.noContent());
    for (Socket client : clients) {
      client.close();
    }
    server.close();
  }

  /** A route whose reads end when the test says so. */
  private static final class Held implements ApiArea {
    private final Promise<Reply> answer = Promise.promise();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();

    @Override
    public String name() {
      return "held";
    }

    private Future<Reply> read(ApiRequest request) {
      begun.incrementAndGet();
      return answer.future();
    }

    private Future<Reply> write(ApiRequest request) {
      written.incrementAndGet();
      return Future.succeededFuture(Reply.noContent());
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .get(Surface.ROOT, "/held", Operation.of("held", "", Guard.FARM, this::read))
          .get(Surface.ROOT, "/open", Operation.of("open", "", Guard.PUBLIC, this::read))
          .post(Surface.ROOT, "/written", Operation.of("written", "", Guard.FARM, this::write));
    }
  }

  private Socket read(String path) throws IOException {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.verticle.port());
    clients.add(client);
    String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\n\r\n";
    client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private void awaitRequests(int number) {
    await().until(() -> server.log.underWay() == number);
  }

  @Test
  @Tag("GLEBE_READS_PER_CALLER")
  void furtherReadsWaitForTheirTurn() throws IOException {
    assertThatFurtherReadsWait();
  }

  private void assertThatFurtherReadsWait() throws IOException {
    for (int i = 0; i < 5; i++) {
      read("/held");
    }
    awaitRequests(5);
    assertThat(area.begun).hasValue(IN_PROGRESS);

    area.answer.complete(Reply.noContent());
    for (Socket client : clients) {
      assertThat(client.getInputStream().read()).isEqualTo('H');
    }
    assertThat(area.begun).hasValue(5);
  }

  @Test
  @Tag("GLEBE_READS")
  void readsBeyondThoseOfAllCallersWait() throws IOException {
    server.close();
    Settings few =
        Settings.defaults()
            .with(HttpSettings.READS, "" + IN_PROGRESS)
            .with(HttpSettings.READS_PER_CALLER, "100");
    server = new TestServer(few, area);
    assertThatFurtherReadsWait();
  }

  @Test
  void aReadWhoseClientLeavesWhileItWaitsDoesNotBegin() throws IOException {
    for (int i = 0; i < 5; i++) {
      read("/held");
    }
    awaitRequests(5);
    for (Socket client : clients.subList(0, 5)) {
      client.setSoLinger(true, 0);
      client.close();
    }
    awaitRequests(IN_PROGRESS);
    area.answer.complete(Reply.noContent());
    awaitRequests(0);
    assertThat(area.begun).hasValue(IN_PROGRESS);
  }

  @Test
  void writesAndPublicReadsDoNotWait() throws IOException {
    for (int i = 0; i < 3; i++) {
      read("/held");
      read("/open");
    }
    awaitRequests(6);
    assertThat(area.begun).hasValue(IN_PROGRESS + 3);
    HttpRequest.Builder write =
        server
            .to("/written")
            .header("Authorization", "Bearer t")
            .POST(HttpRequest.BodyPublishers.noBody());
    assertThat(server.send(write).statusCode()).isEqualTo(204);
    assertThat(area.written).hasValue(1);
  }
}
