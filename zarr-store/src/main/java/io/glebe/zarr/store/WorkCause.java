package io.glebe.zarr.store;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cause of the work of a thread, for example the trace of the request that it serves. A {@link
 * StoreMeter} reads it to assign its calls. Work that goes on at another thread keeps its cause:
 *
 * <pre>{@code
 * threads.execute(WorkCause.kept(() -> store.get(key)));
 * }</pre>
 *
 * <p>Without a cause nothing is wrapped and nothing is allocated.
 */
public final class WorkCause {
  private static final ScopedValue<Optional<Object>> CAUSE = ScopedValue.newInstance();

  private WorkCause() {}

  /** Runs work with a cause, or with none in place of that of the thread. */
  public static <T extends @Nullable Object, X extends Throwable> T run(
      Optional<?> cause, ScopedValue.CallableOp<T, X> work) throws X {
    return ScopedValue.where(CAUSE, cause.map(value -> value)).call(work);
  }

  /** Whether the thread has been given a cause, which may be none. */
  public static boolean isGiven() {
    return CAUSE.isBound();
  }

  /** The cause of the work of this thread. */
  public static Optional<Object> current() {
    return CAUSE.isBound() ? CAUSE.get() : Optional.empty();
  }

  /** The same work with the cause of now, on whichever thread it runs later. */
  public static Runnable kept(Runnable work) {
    if (!CAUSE.isBound()) {
      return work;
    }
    Optional<Object> cause = CAUSE.get();
    return () -> ScopedValue.where(CAUSE, cause).run(work);
  }

  /** The same function with the cause of now, on whichever thread it runs later. */
  public static <A, B> Function<A, B> kept(Function<A, B> work) {
    if (!CAUSE.isBound()) {
      return work;
    }
    Optional<Object> cause = CAUSE.get();
    return input -> ScopedValue.where(CAUSE, cause).call(() -> work.apply(input));
  }
}
