package io.glebe.core.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
  @TempDir private Path folder;

  @Test
  void aFolderThatCannotBeCreatedReportsTheReason() {
    assertThatThrownBy(() -> Folders.makeWritable(Path.of("/proc/nope"), "--data"))
        .isInstanceOf(FileFault.class)
        .hasMessage(
            "/proc/nope: cannot be created: the file system does not allow it; choose another"
                + " folder with --data");
  }

  @Test
  void aFileInPlaceOfAFolderIsReported() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> Folders.makeWritable(file, "--data"))
        .hasMessageStartingWith(file + ": cannot be created: " + file + " is a file, not a folder");
    assertThatThrownBy(() -> Folders.makeWritable(file.resolve("below"), "--data"))
        .hasMessageContaining("is a file, not a folder");
    assertThatThrownBy(() -> DataFolderLock.take(file))
        .hasMessageContaining("is a file, not a folder");
  }

  @Test
  void aReadOnlyFolderReportsTheReason() {
    assertThatThrownBy(() -> Folders.makeWritable(Path.of("/proc/self"), "--data"))
        .hasMessageStartingWith("/proc/self: cannot be written: ");
  }

  @Test
  void aWritableFolderStaysUnchanged() throws Exception {
    Path made = folder.resolve("a/b");
    Folders.makeWritable(made, "--data");
    assertThat(made).isEmptyDirectory();
  }
}
