package io.glebe.zarr.codec;

import io.glebe.zarr.memory.Scratch;
import io.glebe.zarr.meta.Shape;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Scratch buffers and native codec states of one encode or decode call. Workspaces are borrowed for
 * one call, so that their number depends on the number of concurrent calls and not on the number of
 * (virtual) threads.
 */
final class Workspace implements AutoCloseable {
  private static final int MAX_IDLE = 2 * Runtime.getRuntime().availableProcessors() + 2;
  private static final long MAX_SCRATCH = 3L << 30;
  private static final long MAX_IDLE_BYTES = 64L << 20; // larger ones are allocated again on demand
  private static final ArrayDeque<Workspace> IDLE = new ArrayDeque<>(MAX_IDLE);

  /** The elements in stored order before transposition. */
  final Scratch elements = new Scratch(MAX_SCRATCH);

  /** Results of bytes-to-bytes stages, used alternately. */
  final Scratch[] stages = {new Scratch(MAX_SCRATCH), new Scratch(MAX_SCRATCH)};

  /** One decompressed blosc block. */
  final Scratch block = new Scratch(MAX_SCRATCH);

  /** Intermediate result of bit shuffling. */
  final Scratch planes = new Scratch(MAX_SCRATCH);

  final long[] position = new long[Shape.MAX_RANK];

  private @Nullable Lz4Block lz4;
  private @Nullable ZstdBlock zstd;
  private @Nullable DeflateStream zlib;
  private @Nullable DeflateStream rawDeflate;

  private Workspace() {}

  Lz4Block lz4() {
    return lz4 == null ? lz4 = new Lz4Block() : lz4;
  }

  ZstdBlock zstd() {
    return zstd == null ? zstd = new ZstdBlock() : zstd;
  }

  DeflateStream zlib() {
    return zlib == null ? zlib = new DeflateStream(false) : zlib;
  }

  DeflateStream rawDeflate() {
    return rawDeflate == null ? rawDeflate = new DeflateStream(true) : rawDeflate;
  }

  static Workspace borrow() {
    synchronized (IDLE) {
      Workspace idle = IDLE.pollLast();
      if (idle != null) {
        return idle;
      }
    }
    return new Workspace();
  }

  private long heldBytes() {
    return elements.byteSize()
        + stages[0].byteSize()
        + stages[1].byteSize()
        + block.byteSize()
        + planes.byteSize();
  }

  /**
   * Returns the workspace; above the limits of number and size it is left to the garbage collector.
   */
  @Override
  public void close() {
    if (heldBytes() > MAX_IDLE_BYTES) {
      return;
    }
    synchronized (IDLE) {
      if (IDLE.size() < MAX_IDLE) {
        IDLE.addLast(this);
      }
    }
  }
}
