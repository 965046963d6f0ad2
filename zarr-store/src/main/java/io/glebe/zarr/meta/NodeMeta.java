package io.glebe.zarr.meta;

import java.util.Map;

/** The metadata of one node of a hierarchy: an array or a group. */
public sealed interface NodeMeta permits ArrayMeta, GroupMeta {
  /** The format version, 2 or 3. */
  int zarrFormat();

  /** User attributes: strings, booleans, longs, big integers, doubles, lists, maps and nulls. */
  Map<String, Object> attributes();
}
