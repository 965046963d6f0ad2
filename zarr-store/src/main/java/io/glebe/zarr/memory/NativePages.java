package io.glebe.zarr.memory;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Returns memory that is about to be freed to the operating system. The C library keeps what is
 * freed, also of this size once such a size has been freed before. Nothing happens on other systems
 * than Linux.
 */
final class NativePages {
  /** {@code MADV_DONTNEED} of Linux. */
  private static final int NOT_NEEDED = 4;

  /** The largest page in use; the pages of most machines are smaller. */
  private static final long PAGE = 64 << 10;

  /** {@code int madvise(void *addr, size_t length, int advice)}; null on other systems. */
  private static final @Nullable MethodHandle ADVISE = find();

  private NativePages() {}

  /** Empties the whole pages of the segment, whose content is lost. */
  static void giveBack(MemorySegment memory) {
    long from = Math.ceilDiv(memory.address(), PAGE) * PAGE;
    long bytes = (memory.address() + memory.byteSize() - from) / PAGE * PAGE;
    if (ADVISE == null || bytes <= 0) {
      return;
    }
    try {
      int ignored =
          (int) ADVISE.invokeExact(memory.asSlice(from - memory.address()), bytes, NOT_NEEDED);
    } catch (Throwable e) {
      throw new LinkageError("madvise failed", e);
    }
  }

  private static @Nullable MethodHandle find() {
    if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("madvise")
        .map(
            madvise ->
                linker.downcallHandle(
                    madvise, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT)))
        .orElse(null);
  }
}
