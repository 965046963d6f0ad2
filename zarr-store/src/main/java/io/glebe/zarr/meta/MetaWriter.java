package io.glebe.zarr.meta;

import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes metadata documents. Content that a version cannot express is a {@link MetadataException}.
 */
public final class MetaWriter {
  private MetaWriter() {}

  /** A version 3 {@code zarr.json}; a group's consolidated nodes are written inline. */
  public static byte[] zarrJson(NodeMeta node) {
    return JsonDocument.write(nodeV3(node));
  }

  /** The {@code .zarray} of a version 2 array; its attributes belong in {@link #zattrs}. */
  public static byte[] zarray(ArrayMeta array) {
    return JsonDocument.write(arrayV2(array));
  }

  public static byte[] zgroup() {
    return JsonDocument.write(Map.of("zarr_format", 2));
  }

  /** The {@code .zattrs} of a version 2 node; dimension names are added in xarray's form. */
  public static byte[] zattrs(NodeMeta node) {
    return JsonDocument.write(attributesV2(node));
  }

  /** A version 2 {@code .zmetadata} of nodes by path, the root under the empty path. */
  public static byte[] zmetadata(Map<String, NodeMeta> nodes) {
    Map<String, Object> documents = new LinkedHashMap<>();
    nodes.forEach(
        (path, node) -> {
          String prefix = path.isEmpty() ? "" : path + "/";
          if (node instanceof ArrayMeta array) {
            documents.put(prefix + ".zarray", arrayV2(array));
          } else {
            documents.put(prefix + ".zgroup", Map.of("zarr_format", 2));
          }
          documents.put(prefix + ".zattrs", attributesV2(node));
        });
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("zarr_consolidated_format", 1);
    json.put("metadata", documents);
    return JsonDocument.write(json);
  }

  private static Map<String, Object> attributesV2(NodeMeta node) {
    Map<String, Object> attributes = new LinkedHashMap<>(node.attributes());
    if (node instanceof ArrayMeta array
        && array.dimensionNames().stream().allMatch(Optional::isPresent)) {
      attributes.putIfAbsent("_ARRAY_DIMENSIONS", names(array));
    }
    return attributes;
  }

  private static Map<String, Object> arrayV2(ArrayMeta array) {
    if (array.keyEncoding().style() != ChunkKeyEncoding.Style.V2) {
      throw new MetadataException("zarr_format 2 supports only the chunk keys of version 2");
    }
    List<CodecSpec> codecs = array.codecs();
    boolean fortran = codecs.getFirst() instanceof Transpose;
    if (fortran && !((Transpose) codecs.getFirst()).isReversal()) {
      throw new MetadataException("zarr_format 2 supports only the orders C and F");
    }
    int at = fortran ? 1 : 0;
    if (!(codecs.get(at) instanceof Bytes bytes) || codecs.size() > at + 2) {
      throw new MetadataException("zarr_format 2 supports at most one compressor");
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("zarr_format", 2);
    json.put("shape", list(array.shape()));
    json.put("chunks", list(array.chunkShape()));
    json.put("dtype", array.dataType().v2Name(bytes.bigEndian()));
    json.put(
        "compressor", codecs.size() > at + 1 ? CodecWriter.compressorV2(codecs.get(at + 1)) : null);
    json.put(
        "fill_value",
        array.fillValue().undefined()
            ? null
            : FillValues.toJson(array.dataType(), array.fillValue()));
    json.put("order", fortran ? "F" : "C");
    json.put("filters", null);
    json.put("dimension_separator", "" + array.keyEncoding().separator());
    return json;
  }

  private static Map<String, Object> nodeV3(NodeMeta node) {
    if (node.zarrFormat() != 3) {
      throw new MetadataException("a node of zarr_format 2 has no zarr.json");
    }
    return switch (node) {
      case ArrayMeta array -> arrayV3(array);
      case GroupMeta group -> groupV3(group);
    };
  }

  private static Map<String, Object> groupV3(GroupMeta group) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("zarr_format", 3);
    json.put("node_type", "group");
    json.put("attributes", group.attributes());
    if (!group.consolidated().isEmpty()) {
      Map<String, Object> nodes = new LinkedHashMap<>();
      group.consolidated().forEach((path, node) -> nodes.put(path, nodeV3(node)));
      Map<String, Object> consolidated = new LinkedHashMap<>();
      consolidated.put("kind", "inline");
      consolidated.put("must_understand", false);
      consolidated.put("metadata", nodes);
      json.put("consolidated_metadata", consolidated);
    }
    return json;
  }

  private static Map<String, Object> arrayV3(ArrayMeta array) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("zarr_format", 3);
    json.put("node_type", "array");
    json.put("shape", list(array.shape()));
    json.put("data_type", array.dataType().v3Name());
    json.put(
        "chunk_grid",
        Map.of(
            "name", "regular", "configuration", Map.of("chunk_shape", list(array.chunkShape()))));
    ChunkKeyEncoding keys = array.keyEncoding();
    json.put(
        "chunk_key_encoding",
        Map.of(
            "name",
            keys.style() == ChunkKeyEncoding.Style.V2 ? "v2" : "default",
            "configuration",
            Map.of("separator", "" + keys.separator())));
    json.put("fill_value", FillValues.toJson(array.dataType(), array.fillValue()));
    json.put("codecs", CodecWriter.chainV3(array.codecs(), array.dataType()));
    if (array.dimensionNames().stream().anyMatch(Optional::isPresent)) {
      json.put("dimension_names", names(array));
    }
    json.put("attributes", array.attributes());
    return json;
  }

  private static List<Object> names(ArrayMeta array) {
    List<Object> names = new ArrayList<>();
    array.dimensionNames().forEach(name -> names.add(name.orElse(null)));
    return names;
  }

  private static List<Long> list(Shape shape) {
    return CodecWriter.list(shape);
  }
}
