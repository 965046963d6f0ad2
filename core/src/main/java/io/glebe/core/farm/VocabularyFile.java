package io.glebe.core.farm;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A vocabulary as people publish it: N-Triples ({@code .nt}) or RDF/XML ({@code .rdf}, {@code
 * .xml}, {@code .owl}), plain, in gzip ({@code .gz}) or the first such file of a zip archive.
 */
final class VocabularyFile implements Statements {
  private final Path file;
  private final String[] words;

  /**
   * @param words statements without any of these need not be told
   */
  VocabularyFile(Path file, String... words) {
    this.file = file;
    this.words = words;
  }

  @Override
  public void read(Listener listener) throws IOException {
    String name = file.getFileName().toString();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      if (name.endsWith(".gz")) {
        read(new GZIPInputStream(in), name.substring(0, name.length() - 3), listener);
      } else if (name.endsWith(".zip")) {
        ZipInputStream zip = new ZipInputStream(in);
        read(zip, entry(zip, name), listener);
      } else {
        read(in, name, listener);
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

  private static String entry(ZipInputStream zip, String archive) throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (entry.getName().endsWith(".nt") || isXml(entry.getName())) {
        return entry.getName();
      }
    }
    throw new IOException(archive + " holds no file that ends in .nt, .rdf, .xml or .owl");
  }
}
