package io.glebe.core.record.write;

import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Data outside the records that belongs to a farm or an organization. Without the farm nobody could
 * reach it, and a later record with the same id would inherit it. It must be moved or deleted
 * first.
 */
final class FarmSideTables {
  private static final String OF_FARM =
      """
      select
        (select count(*) from cube_collection where farm_id = $1) as collections,
        (select count(*) from sensor.thing where farm_id = $1) as things,
        (select count(*) from sensor.datastream where farm_id = $1) as datastreams
      """;

  private static final String OF_ORGANIZATION =
      """
      select count(*) as collections, 0::bigint as things, 0::bigint as datastreams
      from cube_collection
      where organization_id = $1
      """;

  private final Transaction transaction;

  FarmSideTables(Transaction transaction) {
    this.transaction = transaction;
  }

  /** A 409 problem that counts the data that blocks the deletion of the farm. */
  void requireNoneOfFarm(UUID farm) {
    requireNone(OF_FARM, farm, "farm");
  }

  /** A 409 problem that counts the data that blocks the deletion of the organization. */
  void requireNoneOfOrganization(UUID organization) {
    requireNone(OF_ORGANIZATION, organization, "organization");
  }

  private void requireNone(String sql, UUID id, String place) {
    Row row = transaction.first(sql, id).orElseThrow();
    List<String> kept = new ArrayList<>();
    name(kept, row.getLong("collections"), "collection");
    name(kept, row.getLong("things"), "Thing");
    name(kept, row.getLong("datastreams"), "Datastream");
    if (!kept.isEmpty()) {
      throw Problem.of(
          ProblemType.DEPENDENT_RECORDS,
          "to this "
              + place
              + " belong "
              + String.join(", ", kept)
              + " (spatio-temporal API, sensor service); move or delete them first");
    }
  }

  private static void name(List<String> kept, long count, String what) {
    if (count > 0) {
      kept.add(count + " " + what + (count == 1 ? "" : "s"));
    }
  }
}
