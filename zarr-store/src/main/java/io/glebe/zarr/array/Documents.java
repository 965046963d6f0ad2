package io.glebe.zarr.array;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.GroupMeta;
import io.glebe.zarr.meta.MetaReader;
import io.glebe.zarr.meta.MetaWriter;
import io.glebe.zarr.meta.MetadataException;
import io.glebe.zarr.meta.NodeMeta;
import io.glebe.zarr.store.Blob;
import io.glebe.zarr.store.Keys;
import io.glebe.zarr.store.ObjectStore;
import java.util.Map;
import java.util.Optional;

/** Reads and writes metadata documents of both versions at their keys. */
final class Documents {
  /** Maximum size of metadata; larger documents are refused before reading. */
  private static final long MAX_BYTES = 64L << 20;

  static final String V3 = "zarr.json";
  static final String V2_ARRAY = ".zarray";
  static final String V2_GROUP = ".zgroup";
  static final String V2_ATTRIBUTES = ".zattrs";
  static final String V2_CONSOLIDATED = ".zmetadata";

  private final ObjectStore store;

  Documents(ObjectStore store) {
    this.store = store;
  }

  /** The node at this path in either version; version 3 first. */
  Optional<NodeMeta> read(String path) {
    try {
      Optional<byte[]> v3 = bytes(Keys.join(path, V3));
      if (v3.isPresent()) {
        return v3.map(MetaReader::parseV3);
      }
      Optional<byte[]> array = bytes(Keys.join(path, V2_ARRAY));
      if (array.isPresent()) {
        return array.map(json -> MetaReader.parseArrayV2(json, attributes(path)));
      }
      return bytes(Keys.join(path, V2_GROUP))
          .map(json -> MetaReader.parseGroupV2(json, attributes(path)));
    } catch (MetadataException bad) {
      throw new MetadataException("'" + path + "': " + bad.getMessage(), bad);
    }
  }

  private Map<String, Object> attributes(String path) {
    return bytes(Keys.join(path, V2_ATTRIBUTES)).map(MetaReader::parseAttributes).orElse(Map.of());
  }

  Map<String, NodeMeta> consolidatedV2(String path) {
    return bytes(Keys.join(path, V2_CONSOLIDATED))
        .map(MetaReader::parseConsolidatedV2)
        .orElse(Map.of());
  }

  private Optional<byte[]> bytes(String key) {
    Optional<Blob> stored = store.get(key);
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    try (Blob blob = stored.get()) {
      if (blob.objectSize() > MAX_BYTES) {
        throw new MetadataException(key + " has " + blob.objectSize() + " bytes");
      }
      return Optional.of(blob.toByteArray());
    }
  }

  /** Writes a new node; the document that makes it exist is written last. */
  void create(String path, NodeMeta node) {
    if (read(path).isPresent()) {
      throw new NodeExistsException(path);
    }
    if (node.zarrFormat() == 2) {
      store.put(Keys.join(path, V2_ATTRIBUTES), MetaWriter.zattrs(node));
    }
    if (!store.putIfAbsent(Keys.join(path, name(node)), document(node))) {
      throw new NodeExistsException(path);
    }
  }

  void replace(String path, NodeMeta node) {
    if (node.zarrFormat() == 2) {
      store.put(Keys.join(path, V2_ATTRIBUTES), MetaWriter.zattrs(node));
    }
    store.put(Keys.join(path, name(node)), document(node));
  }

  void writeConsolidatedV2(String path, Map<String, NodeMeta> nodes) {
    store.put(Keys.join(path, V2_CONSOLIDATED), MetaWriter.zmetadata(nodes));
  }

  private static String name(NodeMeta node) {
    if (node.zarrFormat() == 3) {
      return V3;
    }
    return node instanceof ArrayMeta ? V2_ARRAY : V2_GROUP;
  }

  private static byte[] document(NodeMeta node) {
    return switch (node) {
      case ArrayMeta array when array.zarrFormat() == 2 -> MetaWriter.zarray(array);
      case GroupMeta group when group.zarrFormat() == 2 -> MetaWriter.zgroup();
      default -> MetaWriter.zarrJson(node);
    };
  }
}
