package io.glebe.core.sensor.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options of one level of a query.
 *
 * @param select names of properties and navigations; empty selects all
 * @param token the end of the previous page
 * @param format the form of a list
 * @param raw the text of each option by its name with {@code $}, for links to further pages
 */
public record QueryOptions(
    OptionalInt top,
    int skip,
    boolean count,
    Optional<Expr> filter,
    List<Order> order,
    List<String> select,
    List<Expand> expand,
    Optional<String> token,
    Format format,
    Map<String, String> raw) {

  /** Largest number of {@code $top} and {@code $skip}. */
  public static final int MAX_NUMBER = Integer.MAX_VALUE - 1;

  /** Maximum number of names in {@code $select}. */
  public static final int MAX_SELECTED = 200;

  /** Maximum number of keys in {@code $orderby}. */
  public static final int MAX_ORDER_KEYS = 10;

  /** The form of a list, {@code $resultFormat}. */
  public enum Format {
    /** Entities as objects. */
    ENTITIES,
    /** Observations as arrays of their components, by datastream. */
    DATA_ARRAY,
    /** Entities as lines of comma-separated values. */
    CSV
  }

  /** No options. */
  public static final QueryOptions NONE =
      new QueryOptions(
          OptionalInt.empty(),
          0,
          false,
          Optional.empty(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Format.ENTITIES,
          Map.of());

  public QueryOptions {
    order = List.copyOf(order);
    select = List.copyOf(select);
    expand = List.copyOf(expand);
    raw = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(raw));
  }

  /** Whether observations are requested as arrays. */
  public boolean dataArray() {
    return format == Format.DATA_ARRAY;
  }

  public boolean csv() {
    return format == Format.CSV;
  }

  /** One criterion of the sort order. */
  public record Order(Expr key, boolean descending) {}

  /** One navigation to expand, with its own options. */
  public record Expand(String name, QueryOptions options, int at) {}
}
