package io.glebe.api.boot.watch;

import io.glebe.tile.engine.ThreadNiceness;

/**
 * The threads of the JVM that compile and collect. They have most work when much is requested, and
 * then they would take half of two cores from the threads that answer.
 */
public final class JvmThreads {
  /** C2, whose compilations take up to seconds. */
  private static final int OPTIMIZING = 8;

  /** C1, whose compilations take milliseconds and make code ten times as fast. */
  private static final int QUICK = 4;

  /** ZGC, which must keep up with what is allocated. */
  private static final int COLLECTING = 2;

  private JvmThreads() {}

  /** Lets them give way to other threads from now on. */
  public static void giveWay() {
    ThreadNiceness.ofThreadsNamed("C2 Compiler", OPTIMIZING);
    ThreadNiceness.ofThreadsNamed("C1 Compiler", QUICK);
    ThreadNiceness.ofThreadsNamed("ZWorker", COLLECTING);
  }
}
