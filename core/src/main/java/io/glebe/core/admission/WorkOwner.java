package io.glebe.core.admission;

import java.util.Optional;

/**
 * The owner of the work of a thread, for example the caller of the request that it answers:
 *
 * <pre>{@code
 * WorkOwner.run(request.owner(), () -> handler.answer(request));
 * }</pre>
 *
 * <p>Queries of this work wait in turn with those of other owners and have a limit of time, see
 * {@link io.glebe.core.config.RecordSettings#RECORD_QUERY_LIMIT}. Look-ups by key do not.
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

  /** The owner of the work of this thread. */
  public static Optional<Object> current() {
    return OWNER.isBound() ? Optional.of(OWNER.get()) : Optional.empty();
  }
}
