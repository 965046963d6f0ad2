package io.glebe.bench.trace;

import io.glebe.core.database.StatementSpan;
import io.glebe.core.trace.Span;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A part of a request without a trace, on the event loop and in the context of a request, beside
 * the same work alone. Each operation is one part; a request has two to six.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UntracedBenchmark {
  private static final int PARTS = 10_000;
  private static final String SQL = "select doc from record.fields where id = $1";
  private static final Future<String> DONE = Future.succeededFuture("row");

  private Vertx vertx;
  private Context request;

  @Setup
  public void open() {
    vertx = Vertx.vertx();
    request = ((ContextInternal) vertx.getOrCreateContext()).duplicate();
  }

  @TearDown
  public void close() {
    vertx.close().await();
  }

  private void onLoop(Blackhole hole, Supplier<Future<String>> part) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    request.runOnContext(
        begun -> {
          for (int i = 0; i < PARTS; i++) {
            hole.consume(part.get());
          }
          done.complete(null);
        });
    done.join();
  }

  @Benchmark
  @OperationsPerInvocation(PARTS)
  public void withoutSpan(Blackhole hole) {
    onLoop(hole, () -> DONE);
  }

  @Benchmark
  @OperationsPerInvocation(PARTS)
  public void part(Blackhole hole) {
    onLoop(hole, () -> Span.during(Span.Kind.INTERNAL, "auth", () -> DONE));
  }

  @Benchmark
  @OperationsPerInvocation(PARTS)
  public void statement(Blackhole hole) {
    onLoop(hole, () -> StatementSpan.during(SQL, () -> DONE));
  }
}
