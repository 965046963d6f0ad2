package io.glebe.zarr.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileObjectStoreTest implements ObjectStoreContract {
  @TempDir Path folder;
  private ObjectStore store;

  @BeforeEach
  void open() {
    store = new FileObjectStore(folder);
  }

  @Override
  public ObjectStore store() {
    return store;
  }

  private long filesBelow() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).count();
    }
  }

  @Test
  void noTemporaryFileOutlivesItsWrite() throws IOException {
    store.put("a", new byte[100]);
    store.putIfAbsent("a", new byte[100]);
    store.putIfAbsent("b", new byte[100]);
    store.stage("c", MemorySegment.ofArray(new byte[100]));
    store.flush();
    assertThat(filesBelow()).isEqualTo(3);
  }

  @Test
  void foldersGoWithTheirLastObject() {
    store.put("deep/er/still/object", new byte[1]);
    store.delete("deep/er/still/object");
    assertThat(folder.resolve("deep")).doesNotExist();
  }

  @Test
  void incompleteFilesOfAnEarlierProcessAreRemovedAtTheNextStart() throws IOException {
    Path old = Files.write(folder.resolve(".glebe-tmp/1-1"), new byte[10]);
    Path young = Files.write(folder.resolve(".glebe-tmp/1-2"), new byte[10]);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    new FileObjectStore(folder);
    assertThat(old).doesNotExist();
    assertThat(young).exists();
  }

  @Test
  void aFullDiskLeavesTheLastGoodState() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("small"), 2)) {
      ObjectStore small = new FileObjectStore(disk.folder());
      byte[] good = new byte[700_000];
      new Random(1).nextBytes(good);
      small.put("object", good);
      assertThatThrownBy(() -> small.put("object", new byte[4_000_000]))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("object");
      assertThatThrownBy(() -> small.putIfAbsent("other", new byte[4_000_000]))
          .isInstanceOf(StoreException.class);
      try (Blob blob = small.get("object").orElseThrow()) {
        assertThat(blob.toByteArray()).isEqualTo(good);
      }
      assertThat(small.get("other")).isEmpty();
      small.put("object", new byte[800_000]);
      assertThat(small.size("object")).hasValue(800_000);
    }
  }
}
