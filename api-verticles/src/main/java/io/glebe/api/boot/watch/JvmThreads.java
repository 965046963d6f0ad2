package io.glebe.api.boot.watch;

import io.glebe.tile.engine.ThreadNiceness;

/**
 * The threads of the JVM that compile. They have most work when a kind of request comes for the
 * first time or very often, and then they would take half a core from the threads that answer. The
 * collector does not give way: threads that answer would wait for memory.
 */
public final class JvmThreads {
  /** C2, whose compilations take up to seconds. */
  private static final int OPTIMIZING = 8;

  /** C1, whose compilations take milliseconds and make code ten times as fast. */
  private static final int QUICK = 4;

  private JvmThreads() {}

  /** Lets them give way to other threads from now on. */
  public static void giveWay() {
    ThreadNiceness.ofThreadsNamed("C2 Compiler", OPTIMIZING);
    ThreadNiceness.ofThreadsNamed("C1 Compiler", QUICK);
  }
}
