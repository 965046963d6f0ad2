package io.glebe.core.cube.job;

import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A part of a job.
 *
 * @param sheet the index of the job's output that it belongs to
 * @param first first tile or slice, in the order of the sheet
 * @param last end, exclusive
 */
record Part(UUID job, int number, Kind kind, int sheet, long first, long last) {

  /** The kind of work. */
  enum Kind {
    WORK,
    /** Builds the output of a sheet after all its other parts are done. */
    ASSEMBLY
  }

  static Part of(Row row) {
    return new Part(
        row.getUUID("job"),
        row.getInteger("number"),
        Kind.valueOf(row.getString("kind")),
        row.getInteger("sheet"),
        row.getLong("first"),
        row.getLong("last"));
  }
}
