package io.glebe.core.backup;

import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ByteRange;
import io.glebe.zarr.store.ObjectEntry;
import io.glebe.zarr.store.ObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Copies the objects that the rows name. Of each cube, the documents of its states come first: the
 * objects that a state needs were stored before it, so they are found afterwards. A state that is
 * committed meanwhile is left out.
 */
final class ObjectExport implements AutoCloseable {
  private static final String CUBES = "cubes";

  private final BackupParts parts;
  private final PieceStore pieces;
  private final Map<String, StoredObject> last;
  private final Batches<Optional<StoredObject>> batches;

  /**
   * @param last objects of the last backup by key
   */
  ObjectExport(
      BackupParts parts, PieceStore pieces, Map<String, StoredObject> last, ObjectLists into) {
    this.parts = parts;
    this.pieces = pieces;
    this.last = last;
    this.batches =
        new Batches<>(
            copied -> {
              if (copied.isPresent()) {
                into.add(copied.get());
              }
            });
  }

  /** Copies cubes by their paths, and everything in the store that belongs to no cube. */
  void zarr(List<String> cubes) throws IOException {
    ObjectStore store = parts.zarr();
    Set<String> done = new HashSet<>();
    for (String cube : cubes) {
      String current = cube + "/current.json";
      done.add(current);
      batches.add(() -> object(current));
    }
    batches.finish(); // this document must not be newer than the states
    for (String cube : cubes) {
      copy(cube + "/snapshots", Set.of(), "");
    }
    batches.finish();
    for (String cube : cubes) {
      copy(cube, done, cube + "/snapshots/");
    }
    List<String> others;
    try (Stream<String> folders = store.children("")) {
      others = folders.filter(folder -> !folder.equals(CUBES)).toList();
    }
    for (String folder : others) {
      copy(folder, Set.of(), "");
    }
    batches.finish();
  }

  private void copy(String folder, Set<String> done, String except) throws IOException {
    try (Stream<ObjectEntry> all = parts.zarr().list(folder)) {
      for (ObjectEntry entry : (Iterable<ObjectEntry>) all::iterator) {
        if (!done.contains(entry.key()) && (except.isEmpty() || !entry.key().startsWith(except))) {
          batches.add(() -> object(entry));
        }
      }
    }
  }

  private Optional<StoredObject> object(ObjectEntry entry) {
    StoredObject known = last.get(entry.key());
    if (known != null
        && known.size() == entry.size()
        && known.modified().equals(entry.modified().toString())
        && known.pieces().stream().allMatch(pieces::has)) {
      return Optional.of(known);
    }
    if (entry.size() <= PieceStore.LARGEST) {
      return object(entry.key(), entry.modified().toString());
    }
    List<String> names = new ArrayList<>();
    for (long at = 0; at < entry.size(); at += PieceStore.LARGEST) {
      long length = Math.min(PieceStore.LARGEST, entry.size() - at);
      Optional<Blob> found = parts.zarr().get(entry.key(), List.of(ByteRange.of(at, length)));
      if (found.isEmpty()) {
        return Optional.empty(); // of something that was deleted before the backup began
      }
      try (Blob blob = found.get()) {
        names.add(pieces.put(blob.part(0).toArray(ValueLayout.JAVA_BYTE)));
      }
    }
    return Optional.of(
        new StoredObject(false, entry.key(), entry.size(), entry.modified().toString(), names));
  }

  private Optional<StoredObject> object(String key) {
    return object(key, "");
  }

  private Optional<StoredObject> object(String key, String modified) {
    Optional<Blob> found = parts.zarr().get(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (Blob blob = found.get()) {
      byte[] bytes = blob.toByteArray();
      return Optional.of(
          new StoredObject(false, key, bytes.length, modified, List.of(pieces.put(bytes))));
    }
  }

  /** Copies attachments; one whose upload has not ended has no bytes yet. */
  void blobs(List<String> ids) throws IOException {
    for (String id : ids) {
      batches.add(() -> blob(id));
    }
    batches.finish();
  }

  private Optional<StoredObject> blob(String id) throws IOException {
    StoredObject known = last.get(id);
    if (known != null && known.pieces().stream().allMatch(pieces::has)) {
      return Optional.of(known); // an attachment never changes
    }
    UUID name = UUID.fromString(id);
    Optional<Long> size = parts.blobs().size(name);
    if (size.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = new ArrayList<>();
    for (long at = 0; at < size.get(); at += PieceStore.LARGEST) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      parts.blobs().copy(name, at, Math.min(PieceStore.LARGEST, size.get() - at), bytes);
      names.add(pieces.put(bytes.toByteArray()));
    }
    return Optional.of(new StoredObject(true, id, size.get(), "", names));
  }

  @Override
  public void close() {
    batches.close();
  }
}
