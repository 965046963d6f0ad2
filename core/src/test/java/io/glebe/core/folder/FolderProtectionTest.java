package io.glebe.core.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other accounts of the machine cannot read the files of the platform. */
class FolderProtectionTest {
  @TempDir private Path folder;

  private Path made(String name, String mode, boolean directory) throws IOException {
    Path path = folder.resolve(name);
    Path there = directory ? Files.createDirectories(path) : Files.createFile(path);
    return Files.setPosixFilePermissions(there, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void anExistingDataFolderAndItsContentBecomePrivate() throws IOException {
    Path data = made("data", "rwxr-xr-x", true);
    Path blobs = made("data/blobs", "rwxrwxrwx", true);
    Path settings = made("data/glebe.properties", "rw-r--r--", false);
    Path sealed = made("data/key", "r--------", false);
    Path database = made("data/postgres", "rwxr-x---", true);
    Folders.protect(data, false);
    assertThat(mode(data)).isEqualTo("rwx------");
    assertThat(mode(blobs)).isEqualTo("rwx------");
    assertThat(mode(settings)).isEqualTo("rw-------");
    assertThat(mode(sealed)).as("rights are taken, never given").isEqualTo("r--------");
    assertThat(mode(database)).as("the database's own").isEqualTo("rwxr-x---");
  }

  @Test
  void aPrivateFileIsPrivateFromItsCreation() throws IOException {
    Path file = made("facts", "rw-rw-rw-", false);
    Folders.writePrivate(file, new byte[] {1, 2});
    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(Files.readAllBytes(file)).containsExactly(1, 2);
  }
}
