package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Caller;
import io.glebe.core.access.SqlSink;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.TimeSpan;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the latest observation of each datastream, which new subscribers receive first. */
public final class LatestValues {
  /** Maximum number of values in one answer. */
  public static final int MAX_VALUES = 1_000;

  private static final double MAX_WHOLE = 1e15;

  private static final String QUERY =
      """
      select l.*, d.farm_id, d.owner from sensor.latest l
      join sensor.datastream d on d.id = l.datastream_id
      where ($1::bigint is null or d.id = $1) and %s
      order by l.datastream_id limit $2
      """;

  private final Database database;

  public LatestValues(Database database) {
    this.database = database;
  }

  /**
   * Returns the latest observations that the caller may read, by datastream, at most {@value
   * #MAX_VALUES}.
   *
   * @param datastream only of this one; empty for all
   */
  public Future<List<StoredObservation>> of(Caller caller, OptionalLong datastream) {
    if (!caller.scope().allows(SensorAccess.READ_OBSERVATIONS)) {
      return Future.succeededFuture(List.of());
    }
    Tuple parameters =
        Tuple.tuple()
            .addValue(datastream.isPresent() ? datastream.getAsLong() : null)
            .addValue(MAX_VALUES);
    SqlSink bound =
        (value, type) -> {
          parameters.addValue(value);
          return "$" + parameters.size() + "::" + type;
        };
    String readable =
        new AccessFilter(caller, SensorAccess.READ_OBSERVATIONS)
            .condition(SensorAccess.columns("d"), bound);
    return database.query(QUERY.formatted(readable), parameters).map(LatestValues::read);
  }

  /**
   * Converts rows of observations or latest values, with farm_id and owner of their datastreams.
   */
  public static List<StoredObservation> read(RowSet<Row> rows) {
    List<StoredObservation> values = new ArrayList<>();
    for (Row row : rows) {
      DatastreamInfo datastream =
          new DatastreamInfo(
              row.getLong("datastream_id"),
              Optional.ofNullable(row.getUUID("farm_id")),
              row.getString("owner"),
              OptionalLong.empty());
      values.add(new StoredObservation(row.getLong("id"), datastream, observation(row)));
    }
    return values;
  }

  private static Observation observation(Row row) {
    return new Observation(
        row.getOffsetDateTime("phenomenon_time").toInstant(),
        time(row, "phenomenon_end"),
        time(row, "result_time"),
        json(row, "result_json").orElseGet(() -> number(row.getDouble("result"))),
        json(row, "result_quality"),
        time(row, "valid_from").map(from -> new TimeSpan(from, time(row, "valid_until"))),
        json(row, "parameters").map(ObjectNode.class::cast),
        OptionalLong.empty(),
        Optional.empty());
  }

  /** An integer is written without a decimal point, as over HTTP. */
  private static JsonNode number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < MAX_WHOLE;
    return whole ? LongNode.valueOf((long) value) : DoubleNode.valueOf(value);
  }

  private static Optional<Instant> time(Row row, String column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }

  private static Optional<JsonNode> json(Row row, String column) {
    Object value = row.getValue(column);
    if (Tuple.JSON_NULL.equals(value)) {
      return Optional.of(NullNode.getInstance());
    }
    return value == null
        ? Optional.empty()
        : Optional.of(Json.parse(io.vertx.core.json.Json.encode(value)));
  }
}
