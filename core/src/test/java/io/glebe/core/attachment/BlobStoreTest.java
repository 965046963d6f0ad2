package io.glebe.core.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.store.MemoryObjectStore;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobStoreTest {
  @TempDir private Path folder;

  private BlobStore open(String kind) throws Exception {
    return kind.equals("files")
        ? new FileBlobs(folder)
        : new ObjectBlobs(new MemoryObjectStore(), folder.resolve("spool"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "objects"})
  void aBlobIsStoredReadInPartsAndDeleted(String kind) throws Exception {
    BlobStore blobs = open(kind);
    byte[] bytes = new byte[3_000_001];
    new Random(11).nextBytes(bytes);
    Path spooled = Files.createTempFile(blobs.spool(), "upload-", ".part");
    Files.write(spooled, bytes);
    UUID id = UUID.randomUUID();
    assertThat(blobs.size(id)).isEmpty();
    blobs.keep(id, spooled);
    assertThat(blobs.size(id)).contains(3_000_001L);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    blobs.copy(id, 0, bytes.length, all);
    assertThat(all.toByteArray()).isEqualTo(bytes);
    ByteArrayOutputStream part = new ByteArrayOutputStream();
    blobs.copy(id, 2_000_000, 7, part);
    assertThat(part.toByteArray())
        .isEqualTo(java.util.Arrays.copyOfRange(bytes, 2_000_000, 2_000_007));
    blobs.delete(id);
    blobs.delete(id);
    assertThat(blobs.size(id)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "objects"})
  void filesLeftInTheSpoolByACrashAreDeletedAtStart(String kind) throws Exception {
    Path spool = open(kind).spool();
    Files.write(spool.resolve("upload-1.part"), new byte[10]);
    assertThat(open(kind).spool()).isEmptyDirectory();
    assertThat(List.of(spool)).containsExactly(open(kind).spool());
  }
}
