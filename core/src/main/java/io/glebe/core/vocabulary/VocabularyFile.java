package io.glebe.core.vocabulary;

import io.glebe.core.progress.CountedInput;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A vocabulary file: N-Triples ({@code .nt}) or RDF/XML ({@code .rdf}, {@code .xml}, {@code .owl}),
 * plain, in gzip ({@code .gz}) or the first such file of a zip archive.
 */
final class VocabularyFile implements RdfStatements {
  private final Path file;
  private final Limits limits;
  private final String[] words;

  /**
   * Limits of a file.
   *
   * @param bytes maximum size of the expanded file
   * @param ratio maximum ratio of the expanded to the packed size
   */
  record Limits(long bytes, int ratio) {
    static final Limits NONE = new Limits(Long.MAX_VALUE, Integer.MAX_VALUE);

    /** Up to this size the ratio is not checked. */
    private static final long SMALL_BYTES = 64L << 20;

    private long of(long packed) {
      long expanded = packed > Long.MAX_VALUE / ratio ? Long.MAX_VALUE : packed * ratio;
      return Math.min(bytes, Math.max(SMALL_BYTES, expanded));
    }
  }

  /**
   * @param words statements without any of these words may be skipped
   */
  VocabularyFile(Path file, Limits limits, String... words) {
    this.limits = limits;
    this.file = file;
    this.words = words;
  }

  @Override
  public void read(Listener listener) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + ": is no file"); // reading a pipe would block
    }
    String name = file.getFileName().toString();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      if (name.endsWith(".gz")) {
        read(packed(new GZIPInputStream(in)), name.substring(0, name.length() - 3), listener);
      } else if (name.endsWith(".zip")) {
        ZipInputStream zip = new ZipInputStream(in);
        InputStream expanded = packed(zip);
        read(expanded, entry(zip, expanded, name), listener);
      } else {
        read(bounded(in, limits.bytes()), name, listener);
      }
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private void read(InputStream in, String name, Listener listener) throws IOException {
    if (isXml(name)) {
      RdfXml.read(in, listener);
    } else {
      NTriples.read(in, words, listener);
    }
  }

  private static boolean isXml(String name) {
    return name.endsWith(".rdf") || name.endsWith(".xml") || name.endsWith(".owl");
  }

  private InputStream packed(InputStream in) throws IOException {
    return bounded(in, limits.of(Files.size(file)));
  }

  private static InputStream bounded(InputStream in, long maxBytes) {
    long[] left = {maxBytes};
    return new CountedInput(
        in,
        count -> {
          left[0] -= count;
          if (left[0] < 0) {
            throw new IOException("it expands to more than " + maxBytes + " bytes");
          }
        });
  }

  private static String entry(ZipInputStream zip, InputStream expanded, String archive)
      throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (entry.getName().endsWith(".nt") || isXml(entry.getName())) {
        return entry.getName();
      }
      expanded.transferTo(OutputStream.nullOutputStream()); // skipped bytes count
    }
    throw new IOException(archive + " contains no file that ends in .nt, .rdf, .xml or .owl");
  }
}
