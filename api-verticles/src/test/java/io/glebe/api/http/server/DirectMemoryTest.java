package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.ProblemHandler;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.Settings;
import io.glebe.core.memory.DirectMemory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.internal.OutOfDirectMemoryError;
import io.vertx.core.Future;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests that come while the buffers of other connections use up the memory off the heap. */
class DirectMemoryTest {
  private static final int LARGE = 40_000;
  private static final int PIECE = 4 << 20;

  private final AtomicInteger handled = new AtomicInteger();
  private final List<ByteBuf> ofOthers = new ArrayList<>();
  private final Area area = new Area();
  private final TestServer server = new TestServer(Settings.defaults(), area);

  @AfterEach
  void stop() {
    release();
    server.close();
  }

  /** A page, and the health of the process. */
  private final class Area implements ApiArea {
    private Runnable meanwhile = () -> {};

    @Override
    public String name() {
      return "pages";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes
          .get(Surface.ROOT, "/page", Operation.of("page", "", Guard.PUBLIC, r -> page()))
          .get(
              Surface.ROOT,
              "/alive",
              Operation.of("alive", "", Guard.OPERATIONS, r -> text("alive")));
    }

    private Future<Reply> page() {
      handled.incrementAndGet();
      meanwhile.run();
      return text("a".repeat(LARGE));
    }

    private Future<Reply> text(String text) {
      return Future.succeededFuture(Reply.text(200, "text/plain", text));
    }
  }

  /** Takes memory as connections do whose clients do not read. */
  private void exhaust() {
    while (DirectMemory.fits(0)) {
      ofOthers.add(Unpooled.directBuffer(PIECE));
    }
  }

  private void release() {
    ofOthers.forEach(ByteBuf::release);
    ofOthers.clear();
  }

  private void assertRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
  }

  @Test
  @Tag("io.netty.maxDirectMemory")
  void newRequestsWaitUntilThereIsMemoryAgain() {
    assertThat(server.get("/page").statusCode()).isEqualTo(200);
    exhaust();
    assertRefused(server.get("/page"));
    assertThat(handled).hasValue(1);
    assertThat(server.get("/alive").body()).isEqualTo("alive");
    release();
    assertThat(server.get("/page").body()).hasSize(LARGE);
  }

  @Test
  void aResponseForWhichThereIsNoMemoryBecomesARefusal() {
    area.meanwhile = this::exhaust;
    assertRefused(server.get("/page"));
    assertThat(handled).hasValue(1);
  }

  @Test
  void theErrorOfNettyIsNoFaultOfTheServer() {
    OutOfDirectMemoryError error = error();
    assertThat(ProblemHandler.problem(error, "id", "/page").status()).isEqualTo(503);
  }

  private OutOfDirectMemoryError error() {
    try {
      while (true) {
        ofOthers.add(Unpooled.directBuffer(PIECE));
      }
    } catch (OutOfDirectMemoryError error) {
      return error;
    }
  }
}
