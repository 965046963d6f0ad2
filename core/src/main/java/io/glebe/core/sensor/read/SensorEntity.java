package io.glebe.core.sensor.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.database.RequestReads;
import io.glebe.core.json.Json;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.sensor.query.QueryOptions;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.sql.SelectSql;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;

/** Builds the answer for a single entity, or for a property of it, and holds its memory. */
final class SensorEntity implements RequestReads.Receiver {
  private static final int PARSED_ON_LOOP = 64 * 1024;

  /** Bytes of heap of a JSON tree for each byte of its text. */
  private static final long TREE_FACTOR = 12;

  private final SensorQueries.Query query;
  private final ReadMemory memory;
  private boolean exists;
  private String text = "";

  SensorEntity(SensorQueries.Query query, ReadMemory memory) {
    this.query = query;
    this.memory = memory;
  }

  /** The options of the statement: without other options a property is read alone. */
  QueryOptions options() {
    QueryOptions options = query.options();
    List<String> property = query.path().property();
    if (property.isEmpty() || !options.raw().isEmpty()) {
      return options;
    }
    QueryOptions none = QueryOptions.NONE;
    return new QueryOptions(
        none.top(),
        none.skip(),
        none.count(),
        none.filter(),
        none.order(),
        List.of(ResourcePath.names(property.getFirst()).getFirst()),
        none.expand(),
        none.token(),
        none.format(),
        none.raw());
  }

  @Override
  public int next() {
    long entities = SelectSql.entities(query.path().type(), query.options());
    memory.expect(Math.min(entities * SensorPage.ENTITY_BYTES, SensorPage.PIECE_BYTES));
    return 1;
  }

  @Override
  public boolean take(RowSet<Row> rows) {
    for (Row row : rows) {
      exists = true;
      String shown = row.getString(0);
      if (shown == null) {
        throw SensorPage.tooLong();
      }
      text = shown;
    }
    memory.hold(2L * text.length());
    return false;
  }

  boolean exists() {
    return exists;
  }

  /** The answer, after the entity was found. */
  Future<SensorQueries.Answer> answer() {
    if (query.path().property().isEmpty()) {
      Buffer json = Buffer.buffer(text);
      memory.hold(json.length());
      return Future.succeededFuture(new SensorQueries.JsonText(json));
    }
    if (text.length() <= PARSED_ON_LOOP) {
      return Future.succeededFuture(property());
    }
    memory.hold(TREE_FACTOR * text.length());
    return OffLoop.run(this::property).map(this::held);
  }

  private SensorQueries.Answer held(SensorQueries.Answer answer) {
    memory.hold(2L * text.length());
    return answer;
  }

  private SensorQueries.Answer property() {
    ResourcePath path = query.path();
    JsonNode value = Json.stored(text);
    List<String> names =
        path.property().stream().flatMap(p -> ResourcePath.names(p).stream()).toList();
    for (String name : names) {
      value =
          value.isArray() && name.matches("\\d{1,6}")
              ? value.path(Integer.parseInt(name))
              : value.path(name);
    }
    if (value.isMissingNode() || value.isNull()) {
      return new SensorQueries.NoValue();
    }
    if (path.form() == ResourcePath.Form.VALUE) {
      return new SensorQueries.PlainValue(value.isValueNode() ? value.asText() : Json.write(value));
    }
    return new SensorQueries.JsonText(
        Buffer.buffer(Json.bytes(Json.object().set(path.property().getLast(), value))));
  }
}
