package io.glebe.zarr.meta;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metadata of a group. {@code consolidated} holds the metadata of its descendants by relative path
 * if the document contains it (empty otherwise).
 */
public record GroupMeta(
    int zarrFormat, Map<String, Object> attributes, Map<String, NodeMeta> consolidated)
    implements NodeMeta {
  public GroupMeta {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    consolidated = Collections.unmodifiableMap(new LinkedHashMap<>(consolidated));
  }

  public static GroupMeta of(int zarrFormat, Map<String, Object> attributes) {
    return new GroupMeta(zarrFormat, attributes, Map.of());
  }
}
