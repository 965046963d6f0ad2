package io.glebe.zarr.meta;

import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parses metadata documents. All methods throw {@link MetadataException} on unknown content. */
public final class MetaReader {
  private static final Set<String> V3_ARRAY =
      Set.of(
          "zarr_format",
          "node_type",
          "shape",
          "data_type",
          "chunk_grid",
          "chunk_key_encoding",
          "fill_value",
          "codecs",
          "attributes",
          "storage_transformers",
          "dimension_names");
  private static final Set<String> V3_GROUP =
      Set.of("zarr_format", "node_type", "attributes", "consolidated_metadata");

  private MetaReader() {}

  /** A version 3 {@code zarr.json}: an array, or a group with its consolidated metadata if any. */
  public static NodeMeta parseV3(byte[] zarrJson) {
    return nodeV3(Fields.of("zarr.json", JsonDocument.parseObject(zarrJson)), true);
  }

  /** A version 2 {@code .zarray} with the attributes of {@code .zattrs} (empty when absent). */
  public static ArrayMeta parseArrayV2(byte[] zarray, Map<String, Object> attributes) {
    return arrayV2(Fields.of(".zarray", JsonDocument.parseObject(zarray)), attributes);
  }

  /** A version 2 {@code .zgroup} with the attributes of {@code .zattrs} (empty when absent). */
  public static GroupMeta parseGroupV2(byte[] zgroup, Map<String, Object> attributes) {
    return groupV2(Fields.of(".zgroup", JsonDocument.parseObject(zgroup)), attributes);
  }

  /** A {@code .zattrs} document. */
  public static Map<String, Object> parseAttributes(byte[] zattrs) {
    return JsonDocument.parseObject(zattrs);
  }

  /** A version 2 {@code .zmetadata}: nodes by path, the root under the empty path. */
  public static Map<String, NodeMeta> parseConsolidatedV2(byte[] zmetadata) {
    Fields root = Fields.of(".zmetadata", JsonDocument.parseObject(zmetadata));
    if (root.integer("zarr_consolidated_format") != 1) {
      throw new MetadataException(".zmetadata.zarr_consolidated_format is not 1");
    }
    Fields documents = root.object("metadata");
    Map<String, NodeMeta> nodes = new LinkedHashMap<>();
    for (String key : documents.values().keySet().stream().sorted().toList()) {
      int slash = key.lastIndexOf('/');
      String path = slash < 0 ? "" : key.substring(0, slash);
      String prefix = slash < 0 ? "" : path + "/";
      switch (key.substring(slash + 1)) {
        case ".zarray" ->
            nodes.put(path, arrayV2(documents.object(key), documents.map(prefix + ".zattrs")));
        case ".zgroup" ->
            nodes.put(path, groupV2(documents.object(key), documents.map(prefix + ".zattrs")));
        default -> {
          // attributes are read together with their node
        }
      }
    }
    return nodes;
  }

  private static ArrayMeta arrayV2(Fields json, Map<String, Object> attributes) {
    requireFormat(json, 2);
    String name = json.required("dtype") instanceof String s ? s : structured(json);
    DataType type = DataType.ofV2(name);
    Shape shape = json.shape("shape");
    if (json.get("filters") instanceof List<?> filters && !filters.isEmpty()) {
      throw new MetadataException(".zarray.filters are not supported: " + filters);
    }
    List<CodecSpec> codecs = new ArrayList<>();
    String order = json.string("order", "C");
    if (order.equals("F") && shape.rank() > 1) {
      codecs.add(Transpose.reversed(shape.rank()));
    } else if (!order.equals("C") && !order.equals("F")) {
      throw json.refusal("order", "'C' or 'F'");
    }
    codecs.add(new Bytes(DataType.isBigEndian(name)));
    if (json.has("compressor")) {
      codecs.add(CodecReader.compressorV2(json.object("compressor"), type));
    }
    return ArrayMeta.v2(shape, json.shape("chunks"), type)
        .fillValue(FillValues.parse(type, json.required("fill_value")))
        .keyEncoding(ChunkKeyEncoding.v2(separator(json, "dimension_separator", ".")))
        .codecs(codecs)
        .dimensionNames(namesV2(attributes, shape.rank()))
        .attributes(attributes)
        .build();
  }

  /** Dimension names as stored by xarray and GDAL in version 2; other values stay attributes. */
  private static List<Optional<String>> namesV2(Map<String, Object> attributes, int rank) {
    if (attributes.get("_ARRAY_DIMENSIONS") instanceof List<?> list
        && list.size() == rank
        && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(name -> Optional.of((String) name)).toList();
    }
    return Collections.nCopies(rank, Optional.empty());
  }

  private static GroupMeta groupV2(Fields json, Map<String, Object> attributes) {
    requireFormat(json, 2);
    return GroupMeta.of(2, attributes);
  }

  private static NodeMeta nodeV3(Fields json, boolean root) {
    requireFormat(json, 3);
    return switch (json.string("node_type")) {
      case "array" -> arrayV3(json);
      case "group" -> groupV3(json, root);
      default -> throw json.refusal("node_type", "'array' or 'group'");
    };
  }

  private static GroupMeta groupV3(Fields json, boolean root) {
    json.onlyKnown(V3_GROUP);
    Map<String, NodeMeta> nodes = new LinkedHashMap<>();
    if (root && json.has("consolidated_metadata")) {
      Fields consolidated = json.object("consolidated_metadata");
      if (!consolidated.string("kind", "inline").equals("inline")) {
        throw consolidated.refusal("kind", "'inline'");
      }
      consolidated
          .map("metadata")
          .forEach((path, node) -> nodes.put(path, nodeV3(Fields.of(path, node), false)));
    }
    return new GroupMeta(3, json.map("attributes"), nodes);
  }

  private static ArrayMeta arrayV3(Fields json) {
    json.onlyKnown(V3_ARRAY);
    if (json.get("storage_transformers") instanceof List<?> list && !list.isEmpty()) {
      throw new MetadataException("storage_transformers are not supported");
    }
    DataType type = DataType.ofV3(json.string("data_type"));
    Shape shape = json.shape("shape");
    Fields grid = json.object("chunk_grid");
    if (!grid.string("name").equals("regular")) {
      throw new MetadataException("chunk grid '" + grid.string("name") + "' is not supported");
    }
    if (json.required("fill_value") == null) {
      throw new MetadataException("fill_value is null, which zarr_format 3 does not support");
    }
    return ArrayMeta.v3(shape, grid.object("configuration").shape("chunk_shape"), type)
        .fillValue(FillValues.parse(type, json.get("fill_value")))
        .keyEncoding(keyEncoding(json.object("chunk_key_encoding")))
        .codecs(CodecReader.chainV3(json.list("codecs"), type))
        .dimensionNames(namesV3(json, shape.rank()))
        .attributes(json.map("attributes"))
        .build();
  }

  private static ChunkKeyEncoding keyEncoding(Fields json) {
    Fields options =
        json.has("configuration")
            ? json.object("configuration")
            : new Fields("chunk_key_encoding", Map.of());
    return switch (json.string("name")) {
      case "default" ->
          new ChunkKeyEncoding(
              ChunkKeyEncoding.Style.DEFAULT, separator(options, "separator", "/"));
      case "v2" -> ChunkKeyEncoding.v2(separator(options, "separator", "."));
      default -> throw json.refusal("name", "'default' or 'v2'");
    };
  }

  private static List<Optional<String>> namesV3(Fields json, int rank) {
    List<Optional<String>> names = new ArrayList<>();
    if (!json.has("dimension_names")) {
      return Collections.nCopies(rank, Optional.empty());
    }
    for (Object name : json.list("dimension_names")) {
      if (name != null && !(name instanceof String)) {
        throw json.refusal("dimension_names", "a list of strings");
      }
      names.add(Optional.ofNullable((String) name));
    }
    return names;
  }

  private static char separator(Fields json, String name, String otherwise) {
    String text = json.string(name, otherwise);
    if (text.length() == 1) {
      return text.charAt(0);
    }
    throw json.refusal(name, "'.' or '/'");
  }

  private static String structured(Fields json) {
    throw new MetadataException("structured dtype is not supported: " + json.get("dtype"));
  }

  private static void requireFormat(Fields json, int format) {
    if (json.integer("zarr_format") != format) {
      throw json.refusal("zarr_format", "" + format);
    }
  }
}
