package io.glebe.core.admission;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The owner of the work of a thread, for example the caller of the request that it answers:
 *
 * <pre>{@code
 * WorkOwner.run(request.owner(), () -> handler.answer(request));
 * }</pre>
 *
 * <p>Queries of this work wait in turn with those of other owners and have a limit of time, see
 * {@link io.glebe.core.config.RecordSettings#RECORD_QUERY_LIMIT}. Look-ups by key do not. A step
 * that follows a future runs on another thread: {@link #kept} gives it the same owner.
 */
public final class WorkOwner {
  private static final ScopedValue<Object> OWNER = ScopedValue.newInstance();

  private WorkOwner() {}

  /**
   * Runs sequential code.
   *
   * @param owner any value with {@code equals}
   */
  public static <T, X extends Throwable> T run(Object owner, ScopedValue.CallableOp<T, X> work)
      throws X {
    return ScopedValue.where(OWNER, owner).call(work);
  }

  /** Runs sequential code that has no owner, within the work of one: it waits for nobody. */
  public static <T, X extends Throwable> T runWithout(ScopedValue.CallableOp<T, X> work) throws X {
    return ScopedValue.where(OWNER, null).call(work);
  }

  /** The owner of the work of this thread. */
  public static Optional<Object> current() {
    return OWNER.isBound() ? Optional.ofNullable(OWNER.get()) : Optional.empty();
  }

  /** The same work with the owner of now, on whichever thread it runs later. */
  public static <T> Supplier<T> kept(Supplier<T> work) {
    Optional<Object> owner = current();
    return owner.isEmpty() ? work : () -> run(owner.get(), work::get);
  }

  /** The same step with the owner of now, on whichever thread it runs later. */
  public static <A, B> Function<A, B> kept(Function<A, B> step) {
    Optional<Object> owner = current();
    return owner.isEmpty() ? step : value -> run(owner.get(), () -> step.apply(value));
  }
}
