package io.glebe.core.cube.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The current state of a job.
 *
 * @param snapshot version of the cube that all parts read
 * @param total tiles to render, or slices to aggregate
 * @param empty tiles without any data
 * @param bytes size of the output so far
 * @param outputs name, size and type of each finished output
 */
public record Job(
    UUID id,
    String collection,
    JobSpec spec,
    long snapshot,
    JobState state,
    long total,
    long done,
    long empty,
    long bytes,
    ArrayNode errors,
    ArrayNode outputs,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt) {

  static Job of(Row row) {
    return new Job(
        row.getUUID("id"),
        row.getString("collection"),
        JobSpec.stored(Json.stored(row.getString("spec"))),
        row.getLong("snapshot"),
        JobState.valueOf(row.getString("state")),
        row.getLong("total"),
        row.getLong("done"),
        row.getLong("empty"),
        row.getLong("bytes"),
        (ArrayNode) Json.parse(row.getString("errors")),
        (ArrayNode) Json.parse(row.getString("outputs")),
        row.getOffsetDateTime("created_at").toInstant(),
        instant(row, "started_at"),
        instant(row, "ended_at"));
  }

  private static Optional<Instant> instant(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }

  /** Returns the progress in per cent. */
  public double progress() {
    return state == JobState.COMPLETED || total == 0 ? 100 : Math.floor(1000.0 * done / total) / 10;
  }

  /** Estimates the remaining time from the speed so far; empty until something is done. */
  public Optional<Duration> left(Instant now) {
    if (state != JobState.RUNNING || done == 0 || startedAt.isEmpty()) {
      return Optional.empty();
    }
    double perUnit = Duration.between(startedAt.get(), now).toMillis() / (double) done;
    return Optional.of(Duration.ofMillis((long) (perUnit * (total - done))));
  }

  /** Returns the folder of a job in the object store. */
  static String folder(UUID id) {
    return "jobs/" + id;
  }

  static String packKey(UUID id, int part) {
    return folder(id) + "/packs/" + part;
  }

  static String outputKey(UUID id, String name) {
    return folder(id) + "/outputs/" + name;
  }
}
