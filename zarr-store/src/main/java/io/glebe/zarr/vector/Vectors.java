package io.glebe.zarr.vector;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides between the scalar and the vector form of a loop. Vector code that is not compiled yet
 * allocates an object for every operation and is hundreds of times slower than the scalar loop. A
 * starting process may therefore disable vectors with {@link #enableAfterWarmUp}, serve with scalar
 * loops, and run the vector loops with {@link #warmUp} on one thread until they are compiled. Both
 * forms give the same results.
 */
public final class Vectors {
  /** {@code -Dglebe.vectors=false} selects the scalar loops, which suits short-lived processes. */
  private static final boolean PRESENT =
      !"false".equals(System.getProperty("glebe.vectors")) && VectorModule.load();

  private static volatile boolean disabled;
  private static volatile boolean warm;
  private static volatile @Nullable Thread warmingUp;

  private Vectors() {}

  /** Whether this JVM has the vector module and vectors are not switched off. */
  public static boolean present() {
    return PRESENT;
  }

  /** Whether the calling thread should use the vector form now. */
  public static boolean usable() {
    return PRESENT && (!disabled || Thread.currentThread().equals(warmingUp));
  }

  /** Makes all threads use the scalar form until {@link #warmUp} has succeeded once. */
  public static void enableAfterWarmUp() {
    disabled = PRESENT && !warm;
  }

  /**
   * Runs work with the vector loops on the calling thread, which is the only thread to use them
   * meanwhile. The work returns whether they are compiled; if so, all threads use them from then
   * on. Does nothing when vectors are already enabled. When the work fails, the scalar form stays
   * in use.
   *
   * @return whether the vector form is in use from now on, if there is one
   */
  public static synchronized boolean warmUp(BooleanSupplier work) {
    if (!disabled) {
      return true;
    }
    warmingUp = Thread.currentThread();
    try {
      warm = work.getAsBoolean();
      disabled = !warm;
      return warm;
    } finally {
      warmingUp = null;
    }
  }
}
