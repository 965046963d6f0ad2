package io.glebe.api.fuzz;

import java.io.IOException;

/** A parser of bytes from outside. Used by one thread. */
@FunctionalInterface
public interface FuzzTarget {
  /**
   * Parses the input: true when it is accepted, false when it is refused in the documented way.
   * Whatever is thrown, takes long or takes much memory is a finding.
   */
  boolean accepts(byte[] input) throws IOException;

  /**
   * Parses and refuses by an exception of this type.
   *
   * @param work parses; returning is accepting
   */
  static boolean unlessRefused(Class<? extends RuntimeException> refusal, Work work)
      throws IOException {
    try {
      work.run();
      return true;
    } catch (RuntimeException thrown) {
      if (refusal.isInstance(thrown)) {
        return false;
      }
      throw thrown;
    }
  }

  /** A parser that returns when it accepts its input. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }
}
