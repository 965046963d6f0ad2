package io.glebe.zarr.vector;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one place that decides between the scalar and the vector form of a loop. Vector code that is
 * not compiled yet makes an object of every operation and is hundreds of times slower than the
 * scalar loop; so a process that starts may {@link #holdBack} all vectors, serve with scalar loops,
 * and {@link #rehearse} the vectors on one thread until they are compiled. Both forms give the same
 * results.
 */
public final class Vectors {
  /** {@code -Dglebe.vectors=false} keeps the scalar loops, which short-lived processes compile. */
  private static final boolean PRESENT =
      !"false".equals(System.getProperty("glebe.vectors")) && VectorModule.load();

  private static volatile boolean held;
  private static volatile boolean rehearsed;
  private static volatile @Nullable Thread rehearsing;

  private Vectors() {}

  /** Whether this JVM was started with the vector module, and not told to leave it alone. */
  public static boolean present() {
    return PRESENT;
  }

  /** Whether the calling thread should take the vector form now. */
  public static boolean usable() {
    return PRESENT && (!held || Thread.currentThread().equals(rehearsing));
  }

  /** From now on everybody takes the scalar form, until vectors were rehearsed once. */
  public static void holdBack() {
    held = PRESENT && !rehearsed;
  }

  /**
   * Does work that runs the vector loops on the calling thread, which alone takes them meanwhile,
   * and answers whether they are compiled; if so, all threads use them from then on. Does nothing
   * where that is so already. When the work fails the scalar form stays.
   *
   * @return whether the vector form is used from now on, where there is one
   */
  public static synchronized boolean rehearse(BooleanSupplier work) {
    if (!held) {
      return true;
    }
    rehearsing = Thread.currentThread();
    try {
      rehearsed = work.getAsBoolean();
      held = !rehearsed;
      return rehearsed;
    } finally {
      rehearsing = null;
    }
  }
}
