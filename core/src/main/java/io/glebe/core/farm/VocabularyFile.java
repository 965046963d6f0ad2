package io.glebe.core.farm;

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
 * A vocabulary as people publish it: N-Triples ({@code .nt}) or RDF/XML ({@code .rdf}, {@code
 * .xml}, {@code .owl}), plain, in gzip ({@code .gz}) or the first such file of a zip archive.
 */
final class VocabularyFile implements Statements {
  private final Path file;
  private final long mostBytes;
  private final String[] words;

  /**
   * @param mostBytes that the file may have when it is expanded
   * @param words statements without any of these need not be told
   */
  VocabularyFile(Path file, long mostBytes, String... words) {
    this.mostBytes = mostBytes;
    this.file = file;
    this.words = words;
  }

  @Override
  public void read(Listener listener) throws IOException {
    String name = file.getFileName().toString();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      if (name.endsWith(".gz")) {
        read(bounded(new GZIPInputStream(in)), name.substring(0, name.length() - 3), listener);
      } else if (name.endsWith(".zip")) {
        ZipInputStream zip = new ZipInputStream(in);
        InputStream expanded = bounded(zip);
        read(expanded, entry(zip, expanded, name), listener);
      } else {
        read(bounded(in), name, listener);
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

  private InputStream bounded(InputStream in) {
    return new BoundedInput(in, mostBytes);
  }

  private static String entry(ZipInputStream zip, InputStream expanded, String archive)
      throws IOException {
    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
      if (entry.getName().endsWith(".nt") || isXml(entry.getName())) {
        return entry.getName();
      }
      expanded.transferTo(OutputStream.nullOutputStream()); // what is read over counts as well
    }
    throw new IOException(archive + " holds no file that ends in .nt, .rdf, .xml or .owl");
  }
}
