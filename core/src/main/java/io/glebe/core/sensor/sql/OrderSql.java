package io.glebe.core.sensor.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A total sort order, and the position in it where a page begins. */
final class OrderSql {
  private record Key(String sql, String type, boolean descending, boolean nullable) {}

  private final List<Key> keys = new ArrayList<>();

  /**
   * @param byTime whether the rows are observations of one datastream, whose own order is time
   */
  OrderSql(
      QueryOptions options,
      SensorEntityType type,
      String alias,
      ODataFilterSql compiler,
      boolean byTime) {
    if (options.order().size() > QueryOptions.MAX_ORDER_KEYS) {
      throw Problem.malformedParameter(
          "$orderby", "may have at most " + QueryOptions.MAX_ORDER_KEYS + " keys");
    }
    for (QueryOptions.Order order : options.order()) {
      ODataFilterSql.Key key = compiler.key(order.key(), type, alias);
      keys.add(new Key(key.sql(), key.type(), order.descending(), !isSolid(order.key(), type)));
    }
    if (keys.isEmpty() && byTime) {
      keys.add(new Key(alias + ".phenomenon_time", "timestamptz", false, false));
    }
    boolean down = !keys.isEmpty() && keys.getLast().descending();
    keys.add(new Key(alias + ".id", "bigint", down, false));
  }

  /** Returns whether no row lacks a value for this key. */
  private static boolean isSolid(Expr key, SensorEntityType type) {
    return key instanceof Expr.Path path
        && path.names().size() == 1
        && (path.names().getFirst().equals("id")
            || (type.isObservation() && path.names().getFirst().equals("phenomenonTime")));
  }

  String by() {
    return String.join(
        ", ", keys.stream().map(k -> k.sql() + (k.descending() ? " desc" : " asc")).toList());
  }

  /** Returns the values of the keys as text, for the token of the next page. */
  String values() {
    return "array["
        + String.join(
            ", ",
            keys.stream()
                .map(k -> "(" + k.sql().replace(" collate \"C\"", "") + ")::text")
                .toList())
        + "]";
  }

  /** Encodes the end of a page as a token. */
  static String token(String[] values) {
    ArrayNode array = Json.array();
    for (String value : values) {
      array.add(value);
    }
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Json.write(array).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the condition for rows after the position of the token. */
  String after(String token, SqlText text) {
    JsonNode values = read(token);
    if (!values.isArray() || values.size() != keys.size()) {
      throw broken();
    }
    String condition = "false";
    for (int i = keys.size() - 1; i >= 0; i--) {
      condition = step(keys.get(i), values.get(i), condition, text);
    }
    return bound(values.get(0), text) + condition;
  }

  /** Lets an index on the first key skip the rows before. */
  private String bound(JsonNode value, SqlText text) {
    Key first = keys.getFirst();
    if (first.nullable() || value.isNull()) {
      return "";
    }
    return first.sql()
        + (first.descending() ? " <= " : " >= ")
        + text.bind(value.asText(), "text")
        + "::"
        + first.type()
        + " and ";
  }

  private static String step(Key key, JsonNode value, String rest, SqlText text) {
    boolean last = rest.equals("false");
    if (value.isNull()) {
      String same = "(" + key.sql() + " is null and " + rest + ")";
      return key.descending() ? "(" + key.sql() + " is not null or " + same + ")" : same;
    }
    String bound = text.bind(value.asText(), "text") + "::" + key.type();
    String beyond = key.sql() + (key.descending() ? " < " : " > ") + bound;
    if (key.nullable() && !key.descending()) {
      beyond = beyond + " or " + key.sql() + " is null";
    }
    return last
        ? "(" + beyond + ")"
        : "(" + beyond + " or (" + key.sql() + " = " + bound + " and " + rest + "))";
  }

  private static JsonNode read(String token) {
    try {
      return Json.parse(Base64.getUrlDecoder().decode(token));
    } catch (IllegalArgumentException | Problem e) {
      throw broken();
    }
  }

  private static Problem broken() {
    return Problem.malformedParameter("$skiptoken", "is not one of this service for this query");
  }
}
