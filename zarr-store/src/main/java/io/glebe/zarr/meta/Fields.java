package io.glebe.zarr.meta;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to one JSON object of a stored document. A member that is missing or has another
 * type is refused with a {@link MetadataException} that contains its name.
 */
public record Fields(String where, Map<String, Object> values) {

  public static Fields of(String where, @Nullable Object json) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new MetadataException(where + " is not an object");
    }
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach((name, value) -> values.put((String) name, value));
    return new Fields(where, values);
  }

  @Nullable Object get(String name) {
    return values.get(name);
  }

  public boolean has(String name) {
    return values.get(name) != null;
  }

  @Nullable Object required(String name) {
    if (!values.containsKey(name)) {
      throw new MetadataException(where + " has no '" + name + "'");
    }
    return values.get(name);
  }

  public String string(String name) {
    if (required(name) instanceof String text) {
      return text;
    }
    throw refusal(name, "a string");
  }

  String string(String name, String otherwise) {
    return has(name) ? string(name) : otherwise;
  }

  public int integer(String name) {
    if (required(name) instanceof Long number && number == number.intValue()) {
      return number.intValue();
    }
    throw refusal(name, "an integer");
  }

  int integer(String name, int otherwise) {
    return has(name) ? integer(name) : otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    return has(name) ? flag(name) : otherwise;
  }

  public boolean flag(String name) {
    if (required(name) instanceof Boolean flag) {
      return flag;
    }
    throw refusal(name, "a boolean");
  }

  /** Any number, with or without a fraction. */
  public double number(String name) {
    if (required(name) instanceof Number number) {
      return number.doubleValue();
    }
    throw refusal(name, "a number");
  }

  public long whole(String name) {
    if (required(name) instanceof Long number) {
      return number;
    }
    throw refusal(name, "an integer");
  }

  /** Integers of 64 bits. */
  public long[] wholes(String name) {
    return list(name).stream()
        .mapToLong(
            item -> {
              if (item instanceof Long number) {
                return number;
              }
              throw refusal(name, "a list of integers");
            })
        .toArray();
  }

  public List<?> list(String name) {
    if (required(name) instanceof List<?> list) {
      return list;
    }
    throw refusal(name, "a list");
  }

  Shape shape(String name) {
    return Shape.of(wholes(name));
  }

  public List<Integer> integers(String name) {
    List<Integer> integers = new ArrayList<>();
    for (Object item : list(name)) {
      if (!(item instanceof Long n) || n != n.intValue()) {
        throw refusal(name, "a list of integers");
      }
      integers.add(n.intValue());
    }
    return integers;
  }

  public Fields object(String name) {
    return of(where + "." + name, required(name));
  }

  public Map<String, Object> map(String name) {
    return has(name) ? object(name).values() : Map.of();
  }

  /** Refuses unknown members, except members that are marked as optional to understand. */
  void onlyKnown(Set<String> known) {
    values.forEach(
        (name, value) -> {
          boolean ignorable =
              value instanceof Map<?, ?> map && Boolean.FALSE.equals(map.get("must_understand"));
          if (!known.contains(name) && !ignorable) {
            throw new MetadataException(where + " has a member '" + name + "' which is not known");
          }
        });
  }

  MetadataException refusal(String name, String expected) {
    return new MetadataException(where + "." + name + " is not " + expected);
  }
}
