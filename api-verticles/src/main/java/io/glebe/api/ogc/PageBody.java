package io.glebe.api.ogc;

import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.memory.TextBytes;
import io.vertx.core.buffer.Buffer;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A body that is written into memory, in pieces, so that it never exists twice. The lease of the
 * request holds memory for the features and as much for the body; a longer body grows it.
 */
final class PageBody extends OutputStream {
  private static final int FIRST_PIECE = 8 * 1024;
  private static final int PIECE = 64 * 1024;

  private final MemoryBudget.Lease memory;
  private final List<byte[]> full = new ArrayList<>();
  private long expected;
  private long allocated = FIRST_PIECE;
  private byte[] piece = new byte[FIRST_PIECE];
  private int filled;

  PageBody(MemoryBudget.Lease memory) {
    this.memory = memory;
    this.expected = memory.bytes() / 2 + PIECE;
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * Adds bytes.
   *
   * @throws io.glebe.core.problem.Problem 413, 429 or 503 if there is not enough memory
   */
  @Override
  public void write(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    int from = offset;
    int rest = length;
    while (rest > 0) {
      if (filled == piece.length) {
        next();
      }
      int n = Math.min(rest, piece.length - filled);
      System.arraycopy(source, from, piece, filled, n);
      filled += n;
      from += n;
      rest -= n;
    }
  }

  private void next() {
    allocated += PIECE;
    if (allocated > expected) {
      memory.grow(allocated - expected);
      expected = allocated;
    }
    full.add(piece);
    piece = new byte[PIECE];
    filled = 0;
  }

  /** The whole body, without copying it. */
  Buffer buffer() {
    List<byte[]> pieces = new ArrayList<>(full);
    pieces.add(piece);
    int length = full.stream().mapToInt(each -> each.length).sum() + filled;
    return TextBytes.joined(pieces, length);
  }
}
