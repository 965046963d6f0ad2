package io.glebe.zarr.meta;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Typed access to one JSON object of a metadata document; every refusal names the field. */
record Fields(String where, Map<String, Object> values) {

  static Fields of(String where, Object json) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new MetadataException(where + " is not an object");
    }
    Map<String, Object> values = new HashMap<>();
    map.forEach((name, value) -> values.put((String) name, value));
    return new Fields(where, values);
  }

  Object get(String name) {
    return values.get(name);
  }

  boolean has(String name) {
    return values.get(name) != null;
  }

  Object required(String name) {
    if (!values.containsKey(name)) {
      throw new MetadataException(where + " has no '" + name + "'");
    }
    return values.get(name);
  }

  String string(String name) {
    return required(name) instanceof String text ? text : refuse(name, "a string");
  }

  String string(String name, String otherwise) {
    return has(name) ? string(name) : otherwise;
  }

  int integer(String name) {
    return required(name) instanceof Long number && number == number.intValue()
        ? number.intValue()
        : refuse(name, "an integer");
  }

  int integer(String name, int otherwise) {
    return has(name) ? integer(name) : otherwise;
  }

  boolean flag(String name, boolean otherwise) {
    return !has(name) ? otherwise : get(name) instanceof Boolean b ? b : refuse(name, "a boolean");
  }

  List<?> list(String name) {
    return required(name) instanceof List<?> list ? list : refuse(name, "a list");
  }

  Shape shape(String name) {
    List<?> list = list(name);
    long[] extents = new long[list.size()];
    for (int i = 0; i < extents.length; i++) {
      extents[i] = list.get(i) instanceof Long n ? n : refuse(name, "a list of integers");
    }
    return Shape.of(extents);
  }

  List<Integer> integers(String name) {
    List<Integer> integers = new ArrayList<>();
    for (Object item : list(name)) {
      boolean fits = item instanceof Long n && n == n.intValue();
      integers.add(fits ? ((Long) item).intValue() : refuse(name, "a list of integers"));
    }
    return integers;
  }

  Fields object(String name) {
    return of(where + "." + name, required(name));
  }

  Map<String, Object> map(String name) {
    return has(name) ? object(name).values() : Map.of();
  }

  /** Refuses members other than those, except those which say that they need not be understood. */
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

  <T> T refuse(String name, String expected) {
    throw new MetadataException(where + "." + name + " is not " + expected);
  }
}
