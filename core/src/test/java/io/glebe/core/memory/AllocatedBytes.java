package io.glebe.core.memory;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bytes of heap that all threads of this JVM have allocated since this object was made. */
public final class AllocatedBytes {
  private final long before = total();

  /** Bytes so far. */
  public long sofar() {
    return total() - before;
  }

  private static long total() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
  }
}
