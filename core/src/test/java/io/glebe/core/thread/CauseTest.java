package io.glebe.core.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.store.WorkCause;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The cause of work goes with it from thread to thread, and with nothing else. */
class CauseTest {
  private static final Vertx VERTX = Vertx.vertx();

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  /** Runs work on the context of a new request. */
  private static <T> T onRequest(Optional<String> cause, Supplier<Future<T>> work) {
    Promise<T> promise = Promise.promise();
    ContextInternal context = ((ContextInternal) VERTX.getOrCreateContext()).duplicate();
    cause.ifPresent(value -> Cause.attach(context, value));
    context.runOnContext(now -> work.get().onComplete(promise));
    return promise.future().await();
  }

  @Test
  void workOfARequestKeepsItsCauseOnOtherThreadsAndAfterThem() {
    String both =
        onRequest(
            Optional.of("a"),
            () -> OffLoop.run(Cause::here).map(there -> there + " " + Cause.here()));
    assertThat(both).isEqualTo("Optional[a] Optional[a]");
  }

  @Test
  void anotherRequestHasNone() {
    onRequest(Optional.of("a"), Future::succeededFuture);
    Optional<Object> none = onRequest(Optional.empty(), () -> OffLoop.run(Cause::here));
    assertThat(none).isEmpty();
  }

  @Test
  void workThatSeveralShareHasTheCauseItIsGiven() {
    Optional<Object> none =
        onRequest(
            Optional.of("a"), () -> Cause.during(Optional.empty(), () -> OffLoop.run(Cause::here)));
    assertThat(none).isEmpty();
    Optional<Object> given =
        onRequest(
            Optional.of("a"), () -> Cause.during(Optional.of("b"), () -> OffLoop.run(Cause::here)));
    assertThat(given).contains("b");
  }

  @Test
  void withoutACauseNothingIsWrapped() {
    Runnable work = () -> {};
    assertThat(WorkCause.kept(work)).isSameAs(work);
    Supplier<String> given = () -> "";
    assertThat(Cause.kept(given)).isSameAs(given);
  }
}
