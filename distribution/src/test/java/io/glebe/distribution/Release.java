package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** The build results below {@code target}. */
final class Release {
  private Release() {}

  static Path target() {
    return Path.of(System.getProperty("glebe.target"));
  }

  /** The folder of the repository. */
  static Path repository() {
    return target().getParent().getParent();
  }

  /** The only archive of this build. */
  static Path archive() throws IOException {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(target(), "glebe-*.tar.gz")) {
      List<Path> archives = new ArrayList<>();
      found.forEach(archives::add);
      assertThat(archives).hasSize(1);
      return archives.getFirst();
    }
  }

  /** The archive name without the file extension, which is the folder name inside the archive. */
  static String name() throws IOException {
    return archive().getFileName().toString().replaceFirst("\\.tar\\.gz$", "");
  }

  /** The folder from which the archive was packed. */
  static Path folder() throws IOException {
    return target().resolve(name());
  }

  /** Unpacks the archive with tar(1), as users do, and returns its folder. */
  static Path unpacked(Path into) throws IOException, InterruptedException {
    Process tar =
        new ProcessBuilder("tar", "-xzf", archive().toString(), "-C", into.toString())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    return into.resolve(name());
  }

  static List<TarArchiveEntry> entries() throws IOException {
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive()), 1 << 16);
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file, 1 << 16))) {
      List<TarArchiveEntry> entries = new ArrayList<>();
      for (TarArchiveEntry next = tar.getNextEntry(); next != null; next = tar.getNextEntry()) {
        entries.add(next);
      }
      return entries;
    }
  }
}
