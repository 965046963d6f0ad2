package io.glebe.core.attachment;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Stores blobs as objects of a bucket. Uploads are spooled to a local folder and memory-mapped,
 * never loaded onto the heap.
 */
public final class ObjectBlobs implements BlobStore {
  private final ObjectStore store;
  private final Path spool;

  /**
   * @param spool a local folder that only this process uses
   */
  public ObjectBlobs(ObjectStore store, Path spool) throws IOException {
    this.store = store;
    this.spool = FileBlobs.emptied(spool);
  }

  private static String key(UUID id) {
    return "attachments/" + id;
  }

  @Override
  public Path spool() {
    return spool;
  }

  @Override
  public void keep(UUID id, Path spooled) throws IOException {
    try (FileChannel channel = FileChannel.open(spooled, StandardOpenOption.READ);
        Arena arena = Arena.ofShared()) {
      store.put(key(id), channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
    }
  }

  @Override
  public Optional<Path> file(UUID id) {
    return Optional.empty();
  }

  @Override
  public Optional<Long> size(UUID id) {
    OptionalLong size = store.size(key(id));
    return size.isPresent() ? Optional.of(size.getAsLong()) : Optional.empty();
  }

  @Override
  public void copy(UUID id, long from, long length, OutputStream out) throws IOException {
    for (long at = from; at < from + length; at += PIECE) {
      long n = Math.min(PIECE, from + length - at);
      try (Blob piece = store.get(key(id), List.of(ByteRange.of(at, n))).orElseThrow()) {
        out.write(piece.part(0).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  @Override
  public void delete(UUID id) {
    store.delete(key(id));
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void close() {
    store.close();
  }
}
