package io.glebe.core.backup;

import io.glebe.core.backup.BackupManifest.TableRows;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The backups of a target: lists, verifies and removes them. */
public final class Backups {
  /** The form of ids. */
  static final String ID = "[0-9TZ]+";

  private static final String FOLDER = "backups";
  private static final String SUFFIX = ".json";

  private final ObjectStore target;

  public Backups(ObjectStore target) {
    this.target = target;
  }

  static String key(String id) {
    return FOLDER + "/" + id + SUFFIX;
  }

  /** Returns the ids, the oldest first. */
  public List<String> ids() {
    try (Stream<String> names = target.children(FOLDER)) {
      return names
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  /** Returns the newest backup; empty when there is none. */
  public Optional<BackupManifest> newest() throws IOException {
    List<String> ids = ids();
    return ids.isEmpty() ? Optional.empty() : Optional.of(require(ids.getLast()));
  }

  /**
   * Returns a backup.
   *
   * @throws BackupFault when the target does not have it
   */
  public BackupManifest require(String id) throws IOException {
    Optional<Blob> found = id.matches(ID) ? target.get(key(id)) : Optional.empty();
    if (found.isEmpty()) {
      throw new BackupFault("there is no backup '" + id + "'; there are " + ids());
    }
    try (Blob blob = found.get()) {
      return BackupManifest.parse(blob.toByteArray());
    }
  }

  /** Reads every piece of a backup; returns a line for each that is missing or corrupt. */
  public List<String> verify(BackupManifest manifest) throws IOException {
    PieceStore pieces = PieceStore.open(target);
    Set<String> names = new HashSet<>();
    List<String> faults = new ArrayList<>();
    try {
      collect(pieces, manifest, names);
    } catch (BackupFault unreadable) {
      faults.add(String.valueOf(unreadable.getMessage()));
    }
    try (Batches<Optional<String>> batches = new Batches<>(fault -> fault.ifPresent(faults::add))) {
      for (String name : names) {
        batches.add(() -> fault(pieces, name));
      }
      batches.finish();
    }
    return faults.stream().distinct().sorted().toList();
  }

  private static Optional<String> fault(PieceStore pieces, String name) {
    try {
      pieces.get(name);
      return Optional.empty();
    } catch (BackupFault found) {
      return Optional.of(String.valueOf(found.getMessage()));
    }
  }

  /** Adds the names of the pieces that a backup needs. */
  private static void collect(PieceStore pieces, BackupManifest manifest, Set<String> names)
      throws IOException {
    for (TableRows table : manifest.tables()) {
      names.addAll(table.pieces());
    }
    names.addAll(manifest.objectLists());
    ObjectLists.each(pieces, manifest, object -> names.addAll(object.pieces()));
  }

  /**
   * Removes all backups but the newest ones, and the pieces that no other backup needs. Nothing is
   * removed when a list of a kept backup cannot be read. No backup may run meanwhile.
   *
   * @return the number of removed pieces
   */
  public int keep(int newest) throws IOException {
    List<String> ids = ids();
    List<String> kept = ids.subList(Math.max(0, ids.size() - newest), ids.size());
    PieceStore pieces = PieceStore.open(target);
    Set<String> needed = new HashSet<>();
    for (String id : kept) {
      collect(pieces, require(id), needed);
    }
    ids.stream().filter(id -> !kept.contains(id)).forEach(id -> target.delete(key(id)));
    int removed = 0;
    for (String name : pieces.names()) {
      if (!needed.contains(name)) {
        pieces.remove(name);
        removed++;
      }
    }
    return removed;
  }
}
