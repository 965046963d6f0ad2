package io.glebe.zarr.vector;

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
      !"false".equals(System.getProperty("glebe.vectors"))
          && ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private static volatile boolean held;
  private static volatile boolean rehearsed;
  private static volatile Thread rehearsing;

  private Vectors() {}

  /** Whether this JVM was started with the vector module, and not told to leave it alone. */
  public static boolean present() {
    return PRESENT;
  }

  /** Whether the calling thread should take the vector form now. */
  public static boolean usable() {
    return PRESENT && (!held || Thread.currentThread() == rehearsing);
  }

  /** From now on everybody takes the scalar form, until vectors were rehearsed once. */
  public static void holdBack() {
    held = PRESENT && !rehearsed;
  }

  /**
   * Does work that runs the vector loops often enough on the calling thread, which alone takes them
   * meanwhile; afterwards everybody does. Does nothing where that is so already. When the work
   * fails the scalar form stays.
   */
  public static synchronized void rehearse(Runnable work) {
    if (!held) {
      return;
    }
    rehearsing = Thread.currentThread();
    try {
      work.run();
      rehearsed = true;
      held = false;
    } finally {
      rehearsing = null;
    }
  }
}
