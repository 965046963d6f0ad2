package io.glebe.api.fuzz;

import io.glebe.core.cube.upload.NpyHeader;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Headers of NumPy files. */
public final class NpyTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] input) throws IOException {
    return TextTarget.unlessProblem(
        () -> {
          if (NpyHeader.read(new ByteArrayInputStream(input)).cells() < 0) {
            throw new IllegalStateException("a negative number of cells");
          }
        });
  }
}
