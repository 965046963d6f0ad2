package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The result of a get: one segment for each requested range, in the same order.
 *
 * <p>Segments must only be read, may be on the heap or in a mapped file, and are valid on the
 * thread that called get until {@link #close()}.
 */
public final class Blob implements AutoCloseable {
  private final List<MemorySegment> parts;
  private final long objectSize;
  private final Runnable release;

  Blob(List<MemorySegment> parts, long objectSize, Runnable release) {
    this.parts = List.copyOf(parts);
    this.objectSize = objectSize;
    this.release = release;
  }

  /** A blob of heap memory. It needs no release and may be passed to other threads. */
  public static Blob onHeap(List<MemorySegment> parts, long objectSize) {
    return new Blob(parts, objectSize, Blob::keep);
  }

  private static void keep() {
    // the garbage collector frees heap memory
  }

  public int parts() {
    return parts.size();
  }

  public MemorySegment part(int index) {
    return parts.get(index);
  }

  /** The bytes of a get with one range (or none). */
  public MemorySegment bytes() {
    if (parts.size() != 1) {
      throw new IllegalStateException("a blob of " + parts.size() + " parts");
    }
    return parts.getFirst();
  }

  /** Size of the whole object in bytes; the parts may be smaller. */
  public long objectSize() {
    return objectSize;
  }

  /** A copy of the single part. */
  public byte[] toByteArray() {
    return bytes().toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {
    release.run();
  }
}
