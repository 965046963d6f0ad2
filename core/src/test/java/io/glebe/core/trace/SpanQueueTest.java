package io.glebe.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Ended spans wait for their export within bounds, and who ends them never waits. */
class SpanQueueTest {
  /** A collector that answers when it is allowed to. */
  private static final class Collector implements SpanExporter {
    private final List<SpanData> received = new CopyOnWriteArrayList<>();
    private final CountDownLatch allowed = new CountDownLatch(1);
    private final boolean refuses;

    Collector(boolean refuses) {
      this.refuses = refuses;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      try {
        allowed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      received.addAll(spans);
      return refuses ? CompletableResultCode.ofFailure() : CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private static Tracer tracer(SpanQueue queue) {
    return SdkTracerProvider.builder().addSpanProcessor(queue).build().get("test");
  }

  private static Span first(Tracer tracer) {
    return Span.first(tracer, Context.root(), Span.Kind.SERVER, "request").orElseThrow();
  }

  @Test
  void spansBeyondTheQueueAreDroppedAndCounted() {
    Collector collector = new Collector(false);
    SpanQueue queue = new SpanQueue(collector);
    Tracer tracer = tracer(queue);
    int many = SpanQueue.CAPACITY + 2 * SpanQueue.GROUP;
    for (int i = 0; i < many; i++) {
      first(tracer).end();
    }
    long dropped = queue.count(SpanQueue.Outcome.DROPPED);
    assertThat(dropped).isBetween((long) SpanQueue.GROUP, 2L * SpanQueue.GROUP);
    collector.allowed.countDown();
    await()
        .untilAsserted(
            () -> assertThat(queue.count(SpanQueue.Outcome.EXPORTED)).isEqualTo(many - dropped));
    assertThat(collector.received).hasSize((int) (many - dropped));
    queue.close();
  }

  @Test
  void spansThatTheCollectorRefusesAreCounted() {
    Collector collector = new Collector(true);
    collector.allowed.countDown();
    SpanQueue queue = new SpanQueue(collector);
    first(tracer(queue)).end();
    queue.close(); // exports what waits
    assertThat(queue.count(SpanQueue.Outcome.FAILED)).isEqualTo(1);
    assertThat(queue.count(SpanQueue.Outcome.EXPORTED)).isZero();
  }

  @Test
  void aTraceHasALimitedNumberOfParts() {
    Collector collector = new Collector(false);
    collector.allowed.countDown();
    SpanQueue queue = new SpanQueue(collector);
    Span request = first(tracer(queue));
    for (int i = 0; i < Span.MAX_PARTS + 100; i++) {
      request.child(Span.Kind.INTERNAL, "part").end();
    }
    request.end();
    queue.close();
    assertThat(collector.received).hasSize(Span.MAX_PARTS + 1);
  }

  @Test
  void aPartLiesWithinItsParent() {
    Collector collector = new Collector(false);
    collector.allowed.countDown();
    SpanQueue queue = new SpanQueue(collector);
    Span request = first(tracer(queue));
    long from = System.nanoTime();
    request.part("stage", from, System.nanoTime());
    request.end();
    queue.close();
    SpanData part = collector.received.getFirst();
    SpanData whole = collector.received.getLast();
    assertThat(part.getParentSpanId()).isEqualTo(whole.getSpanId());
    assertThat(part.getStartEpochNanos()).isGreaterThanOrEqualTo(whole.getStartEpochNanos());
    assertThat(part.getEndEpochNanos()).isLessThanOrEqualTo(whole.getEndEpochNanos());
  }
}
