package io.glebe.core.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.util.List;

/**
 * The table of contents of one backup.
 *
 * @param format of the target; another one is refused
 * @param id time of the start in UTC, sorts by time
 * @param version of the platform that made it
 * @param scripts the migrations that the database has, in their order
 * @param partitions tables that were made later
 * @param objectLists pieces with lines of {@link StoredObject}
 * @param objects number of objects and attachments
 * @param bytes their size
 */
public record BackupManifest(
    int format,
    String id,
    String version,
    List<String> scripts,
    List<Partition> partitions,
    List<TableRows> tables,
    List<SequenceState> sequences,
    List<String> objectLists,
    long objects,
    long bytes) {
  /** The format that this version writes and reads. */
  public static final int FORMAT = 1;

  /**
   * A partition.
   *
   * @param name with its schema, quoted
   * @param bound such as {@code FOR VALUES FROM (...) TO (...)}
   */
  public record Partition(String name, String parent, String bound) {}

  /**
   * The rows of a table.
   *
   * @param name with its schema, quoted
   * @param columns quoted
   * @param pieces text of COPY, compressed with gzip; each piece ends at a row
   */
  public record TableRows(String name, List<String> columns, long rows, List<String> pieces) {}

  /** The next value of a sequence. */
  public record SequenceState(String name, long value, boolean called) {}

  byte[] toJson() {
    return Json.bytes(Json.mapper().valueToTree(this));
  }

  static BackupManifest parse(byte[] json) throws IOException {
    try {
      BackupManifest manifest = Json.mapper().treeToValue(Json.parse(json), BackupManifest.class);
      if (manifest.format != FORMAT) {
        throw new BackupFault(
            "the backup has format %d; this version reads %d".formatted(manifest.format, FORMAT));
      }
      if (!manifest.id.matches(Backups.ID)) {
        throw new BackupFault("the manifest of the backup has no valid id");
      }
      return manifest;
    } catch (JsonProcessingException | RuntimeException e) {
      throw new BackupFault("the manifest of the backup cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the number of rows of all tables. */
  public long rows() {
    return tables.stream().mapToLong(TableRows::rows).sum();
  }
}
