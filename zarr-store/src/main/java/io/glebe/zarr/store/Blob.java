package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * The bytes a get brought: one segment for each range asked for, in that order.
 *
 * <p>Segments are read-only in spirit, may lie on the heap or in a mapped file, and are valid on
 * the thread that called get until {@link #close()}.
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

  /** A blob of heap memory, which needs no release and may go to other threads. */
  public static Blob onHeap(List<MemorySegment> parts, long objectSize) {
    return new Blob(parts, objectSize, Blob::keep);
  }

  private static void keep() {
    // the collector takes heap memory back
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

  /** Size in bytes of the whole object, of which the parts may be a small piece. */
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
