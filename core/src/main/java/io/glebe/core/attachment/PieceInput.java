package io.glebe.core.attachment;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body in pieces. A body that breaks off ends here like any other, and its failure is
 * thrown after its bytes are used. Used by one thread.
 */
final class PieceInput {
  private final InputStream body;
  private final byte[] piece = new byte[ResumableUploads.PIECE];
  private int length;
  private boolean ended;
  private @Nullable Exception failure;

  PieceInput(InputStream body) {
    this.body = body;
  }

  boolean isEnded() {
    return ended;
  }

  /**
   * Reads until so many bytes are here or the body ends.
   *
   * @return how many are here
   */
  int fill(int most) {
    length = 0;
    while (length < most && !ended) {
      length += Math.max(0, read(most - length));
    }
    return length;
  }

  private int read(int most) {
    try {
      int n = body.read(piece, length, most);
      ended = n < 0;
      return n;
    } catch (IOException | RuntimeException e) {
      failure = e;
      ended = true;
      return 0;
    }
  }

  byte[] filled() {
    return Arrays.copyOf(piece, length);
  }

  /** Throws the failure of the body, if there was one. */
  void rethrow() throws IOException {
    switch (failure) {
      case null -> {}
      case IOException broken -> throw broken;
      case RuntimeException refused -> throw refused;
      default -> throw new IllegalStateException(failure);
    }
  }
}
