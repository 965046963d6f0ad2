package io.glebe.core.backup;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compression of pieces; the same bytes give the same result. */
final class Gzip {
  private Gzip() {}

  private static final class Fast extends GZIPOutputStream {
    Fast(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  static byte[] compress(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new Fast(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  static GZIPInputStream open(byte[] compressed) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(compressed));
  }
}
