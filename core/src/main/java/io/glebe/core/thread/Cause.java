package io.glebe.core.thread;

import io.glebe.zarr.store.WorkCause;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cause of the work that runs now, for example the trace of a request: on an event loop that of
 * the request's context, on other threads {@link WorkCause}.
 *
 * <pre>{@code
 * Cause.attach(context, span);
 * OffLoop.run(() -> Cause.here()); // the span
 * }</pre>
 */
public final class Cause {
  private Cause() {}

  /** The cause of the work that runs now. */
  public static Optional<Object> here() {
    return WorkCause.isGiven() ? WorkCause.current() : of(Vertx.currentContext());
  }

  private static Optional<Object> of(@Nullable Context context) {
    if (!(context instanceof ContextInternal own) || !own.isDuplicate()) {
      return Optional.empty();
    }
    var values = ContextInternal.LOCAL_MAP.get(own);
    return values == null ? Optional.empty() : Optional.ofNullable(values.get(Cause.class));
  }

  /** Makes a cause that of everything that runs on the context of one request. */
  public static void attach(Context context, Object cause) {
    ContextInternal own = (ContextInternal) context;
    if (own.isDuplicate()) { // otherwise it would be that of all requests
      ContextInternal.LOCAL_MAP.get(own, ConcurrentHashMap::new).put(Cause.class, cause);
    }
  }

  /** Starts work with a cause, or with none in place of that of now. */
  public static <T> T during(Optional<?> cause, Supplier<T> work) {
    return cause.isEmpty() && here().isEmpty() ? work.get() : WorkCause.run(cause, work::get);
  }

  /** The same work with the cause of now, on whichever thread it runs later. */
  public static <T extends @Nullable Object> Callable<T> keptCall(Callable<T> work) {
    Optional<Object> cause = here();
    return cause.isEmpty() ? work : () -> WorkCause.run(cause, work::call);
  }

  /** As {@link #keptCall}. */
  public static <T> Supplier<T> kept(Supplier<T> work) {
    Optional<Object> cause = here();
    return cause.isEmpty() ? work : () -> WorkCause.run(cause, work::get);
  }
}
