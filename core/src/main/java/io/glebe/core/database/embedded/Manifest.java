package io.glebe.core.database.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The list of the files of an unpacked folder with their sizes. It is written into the folder last:
 * a folder is incomplete without the list, or when a file is missing or shorter than listed.
 */
final class Manifest {
  private static final String NAME = "glebe-manifest";
  private static final String END = "end ";

  private Manifest() {}

  /** Lists the current content of the folder. */
  static void write(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) walk.sorted()::iterator) {
        BasicFileAttributes attributes = attributes(path);
        if (!attributes.isDirectory()) {
          lines.add(attributes.size() + " " + folder.relativize(path));
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    lines.add(END + lines.size());
    Files.write(folder.resolve(NAME), lines);
  }

  /** Returns whether all listed files still exist. */
  static boolean holds(Path folder) {
    try {
      List<String> lines = Files.readAllLines(folder.resolve(NAME));
      int files = lines.size() - 1;
      if (files < 1 || !lines.get(files).equals(END + files)) {
        return false;
      }
      for (String line : lines.subList(0, files)) {
        int space = line.indexOf(' ');
        long size = Long.parseLong(line.substring(0, space));
        if (attributes(folder.resolve(line.substring(space + 1))).size() != size) {
          return false;
        }
      }
      return true;
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return false; // the list is missing or damaged, or a file is missing
    }
  }

  private static BasicFileAttributes attributes(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
