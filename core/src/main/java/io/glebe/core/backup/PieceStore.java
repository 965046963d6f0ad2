package io.glebe.core.backup;

import io.glebe.zarr.digest.Sha256;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ObjectEntry;
import io.glebe.zarr.store.ObjectStore;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The pieces of all backups of a target, named by the SHA-256 of their bytes. A piece that exists
 * is not written again. May be used by several threads.
 */
final class PieceStore {
  /** Largest piece in bytes. */
  static final int LARGEST = 32 << 20;

  private static final String FOLDER = "pieces";

  private final ObjectStore target;
  private final Set<String> present = ConcurrentHashMap.newKeySet();
  private final LongAdder written = new LongAdder();

  private PieceStore(ObjectStore target) {
    this.target = target;
  }

  /** Opens the pieces of a target; lists them. */
  static PieceStore open(ObjectStore target) {
    PieceStore store = new PieceStore(target);
    try (Stream<ObjectEntry> all = target.list(FOLDER)) {
      all.forEach(
          entry -> store.present.add(entry.key().substring(entry.key().lastIndexOf('/') + 1)));
    }
    return store;
  }

  private static String key(String name) {
    return FOLDER + "/" + name.substring(0, 2) + "/" + name;
  }

  private static String digest(byte[] bytes) {
    return HexFormat.of().formatHex(Sha256.of(bytes));
  }

  /** Stores the bytes unless they are there; returns their name. They are durable after a flush. */
  String put(byte[] bytes) {
    String name = digest(bytes);
    if (!present.contains(name)) {
      target.stage(key(name), MemorySegment.ofArray(bytes));
      present.add(name);
      written.add(bytes.length);
    }
    return name;
  }

  void flush() {
    target.flush();
  }

  boolean has(String name) {
    return present.contains(name);
  }

  Set<String> names() {
    return Set.copyOf(present);
  }

  void remove(String name) {
    target.delete(key(name));
    present.remove(name);
  }

  /** Returns the number of bytes that were written. */
  long written() {
    return written.sum();
  }

  /**
   * Returns the bytes of a piece.
   *
   * @throws BackupFault when it is missing, or its bytes are not those of its name
   */
  byte[] get(String name) throws BackupFault {
    Optional<Blob> found = target.get(key(name));
    if (found.isEmpty()) {
      throw new BackupFault("the piece " + key(name) + " is missing");
    }
    try (Blob blob = found.get()) {
      byte[] bytes = blob.toByteArray();
      if (!digest(bytes).equals(name)) {
        throw new BackupFault("the piece " + key(name) + " is corrupt: its SHA-256 is another one");
      }
      return bytes;
    }
  }
}
