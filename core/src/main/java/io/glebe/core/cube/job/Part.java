package io.glebe.core.cube.job;

import io.vertx.sqlclient.Row;
import java.util.UUID;

/**
 * A piece of a job.
 *
 * @param sheet which of the job's outputs it belongs to
 * @param first first tile or slice, in the order of the sheet
 * @param last the one behind the last
 */
record Part(UUID job, int number, Kind kind, int sheet, long first, long last) {

  /** What is to be done. */
  enum Kind {
    WORK,
    /** Makes the output of a sheet whose other parts are all done. */
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
