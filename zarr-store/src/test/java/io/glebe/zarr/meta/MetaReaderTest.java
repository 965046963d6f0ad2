package io.glebe.zarr.meta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.glebe.zarr.meta.CodecSpec.Blosc;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.CodecSpec.Transpose;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MetaReaderTest {
  private static final String V2 =
      """
      {"chunks": [10, 20], "compressor": {"blocksize": 0, "clevel": 5, "cname": "lz4",
       "id": "blosc", "shuffle": 1}, "dtype": ">i2", "fill_value": -3, "filters": null,
       "order": "F", "shape": [100, 50], "zarr_format": 2, "dimension_separator": "/"}
      """;

  private static final String V3 =
      """
      {"zarr_format": 3, "node_type": "array", "shape": [8, 8], "data_type": "float32",
       "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4, 8]}},
       "chunk_key_encoding": {"name": "default", "configuration": {"separator": "."}},
       "fill_value": "NaN",
       "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 4],
         "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}},
                    {"name": "bytes", "configuration": {"endian": "big"}},
                    {"name": "gzip", "configuration": {"level": 1}}],
         "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
                          {"name": "crc32c"}],
         "index_location": "start"}}],
       "attributes": {"unit": "1", "big": 18446744073709551616, "list": [1, 2.5, null]},
       "dimension_names": ["y", null],
       "hint": {"must_understand": false}}
      """;

  @Test
  void aVersion2ArrayHasItsOrdersAsCodecs() {
    ArrayMeta meta = MetaReader.parseArrayV2(bytes(V2), Map.of("a", 1L));
    assertEquals(DataType.INT16, meta.dataType());
    assertEquals(Shape.of(100, 50), meta.shape());
    assertEquals(0xfffd, meta.fillValue().bits());
    assertEquals(-3, meta.fillValue().asDouble(meta.dataType()));
    assertEquals("3/4", meta.key(3, 4));
    assertEquals(
        List.of(
            new Transpose(List.of(1, 0)),
            new Bytes(true),
            new Blosc(Blosc.Compressor.LZ4, 5, Blosc.Shuffle.BYTE, 2, 0)),
        meta.codecs());
    assertEquals(meta, MetaReader.parseArrayV2(MetaWriter.zarray(meta), meta.attributes()));
  }

  @Test
  void aVersion3ArrayIsReadWholeAndWrittenBack() {
    ArrayMeta meta = (ArrayMeta) MetaReader.parseV3(bytes(V3));
    assertEquals("c.0.1", meta.key(0, 1));
    assertEquals(Shape.of(2, 4), meta.innerChunkShape());
    assertEquals(32, meta.innerChunkBytes());
    assertEquals(0x7fc00000L, meta.fillValue().bits());
    assertEquals(List.of(Optional.of("y"), Optional.empty()), meta.dimensionNames());
    Sharding sharding = meta.sharding().orElseThrow();
    assertFalse(sharding.indexAtEnd());
    assertEquals(new Bytes(true), sharding.codecs().get(1));
    assertEquals(meta, MetaReader.parseV3(MetaWriter.zarrJson(meta)));
    assertEquals(Arrays.asList(1L, 2.5, null), meta.attributes().get("list"));
  }

  @Test
  void keysFollowTheirEncoding() {
    assertEquals("c/1/0/23", ChunkKeyEncoding.v3().key(1, 0, 23));
    assertEquals("c", ChunkKeyEncoding.v3().key());
    assertEquals("1.0.23", ChunkKeyEncoding.v2('.').key(1, 0, 23));
    assertEquals("0", ChunkKeyEncoding.v2('/').key());
    assertThrows(MetadataException.class, () -> ChunkKeyEncoding.v2('-'));
  }

  @ParameterizedTest
  @EnumSource(DataType.class)
  void everyTypeKeepsItsNamesAndFillValues(DataType type) {
    assertEquals(type, DataType.ofV3(type.v3Name()));
    for (boolean big : new boolean[] {false, true}) {
      String name = type.v2Name(big);
      assertEquals(type, DataType.ofV2(name));
      assertEquals(big && type.size() > 1, DataType.isBigEndian(name));
    }
    long ones = type.size() == 8 ? -1 : (1L << 8 * type.size()) - 1;
    long top = type == DataType.BOOL ? 1 : 1L << (8 * type.size() - 1);
    long[] patterns =
        type == DataType.BOOL ? new long[] {0, 1} : new long[] {0, 1, ones >>> 1, top, ones};
    for (long bits : patterns) {
      ArrayMeta meta =
          ArrayMeta.v3(Shape.of(4), Shape.of(2), type).fillValue(FillValue.ofBits(bits)).build();
      ArrayMeta reread = (ArrayMeta) MetaReader.parseV3(MetaWriter.zarrJson(meta));
      assertEquals(bits, reread.fillValue().bits(), type + " " + Long.toHexString(bits));
    }
  }

  @Test
  void floatFillValuesAreReadInAllNotations() {
    assertFill("\"NaN\"", DataType.FLOAT64, 0x7ff8000000000000L);
    assertFill("\"Infinity\"", DataType.FLOAT32, 0x7f800000L);
    assertFill("\"-Infinity\"", DataType.FLOAT16, 0xfc00L);
    assertFill("\"0x7fc00001\"", DataType.FLOAT32, 0x7fc00001L);
    assertFill("0", DataType.FLOAT64, 0);
    assertFill("-0.0", DataType.FLOAT64, 1L << 63);
    assertFill("0.1", DataType.FLOAT32, Float.floatToIntBits(0.1f));
    assertFill("NaN", DataType.FLOAT32, 0x7fc00000L);
    assertFill("18446744073709551615", DataType.UINT64, -1);
    assertFill("-9223372036854775808", DataType.INT64, Long.MIN_VALUE);
    assertFill("255.0", DataType.UINT8, 255);
    assertFill("true", DataType.BOOL, 1);
    for (String wrong : List.of("256", "-1", "1.5", "\"x\"", "[]", "\"0x1234\"", "1e999", "{}")) {
      assertThrows(MetadataException.class, () -> fill(wrong, DataType.UINT8), wrong);
    }
  }

  @Test
  void aNullFillValueReadsAsZeroAndIsWrittenBack() {
    String json = V2.replace("-3", "null");
    ArrayMeta meta = MetaReader.parseArrayV2(bytes(json), Map.of());
    assertEquals(FillValue.UNDEFINED, meta.fillValue());
    assertEquals(0, meta.fillValue().bits());
    assertEquals(meta, MetaReader.parseArrayV2(MetaWriter.zarray(meta), Map.of()));
  }

  @Test
  void consolidatedMetadataOfVersion2IsReadByPath() {
    ArrayMeta array = MetaReader.parseArrayV2(bytes(V2), Map.of("k", "v"));
    Map<String, NodeMeta> nodes = new LinkedHashMap<>();
    nodes.put("", GroupMeta.of(2, Map.of("title", "cube")));
    nodes.put("a", GroupMeta.of(2, Map.of()));
    nodes.put("a/b", array);
    assertEquals(nodes, MetaReader.parseConsolidatedV2(MetaWriter.zmetadata(nodes)));
  }

  @Test
  void consolidatedMetadataOfVersion3IsReadInline() {
    NodeMeta array = MetaReader.parseV3(bytes(V3));
    GroupMeta group =
        new GroupMeta(3, Map.of("t", true), Map.of("x/y", array, "x", GroupMeta.of(3, Map.of())));
    assertEquals(group, MetaReader.parseV3(MetaWriter.zarrJson(group)));
  }

  @Test
  void dimensionNamesOfVersion2FollowXarray() {
    ArrayMeta meta =
        MetaReader.parseArrayV2(bytes(V2), Map.of("_ARRAY_DIMENSIONS", List.of("y", "x")));
    assertEquals(List.of(Optional.of("y"), Optional.of("x")), meta.dimensionNames());
    ArrayMeta named =
        ArrayMeta.v2(Shape.of(3), Shape.of(3), DataType.INT8).dimensionNames("time").build();
    assertEquals(
        Map.of("_ARRAY_DIMENSIONS", List.of("time")),
        MetaReader.parseAttributes(MetaWriter.zattrs(named)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "float32->complex64",
        "regular->rectangular",
        "[4, 8]->[4, 0]",
        "[4, 8]->[4]",
        "[4, 8]->[5, 8]",
        "[2, 4]->[3, 4]",
        "[1, 0]->[1, 1]",
        "[1, 0]->[0]",
        "\"gzip\"->\"mystery\"",
        "\"big\"->\"middle\"",
        "\"start\"->\"middle\"",
        "\"NaN\"->null",
        "\"NaN\"->\"nan\"",
        "\"hint\": {\"must_understand\": false}->\"hint\": {\"must_understand\": true}",
        "[8, 8]->[8, -8]",
        "\"zarr_format\": 3->\"zarr_format\": 4",
        "\"node_type\": \"array\"->\"node_type\": \"tree\"",
        "[\"y\", null]->[\"y\"]",
        "[8, 8]->[8.5, 8]",
        "{\"level\": 1}->{\"level\": 99}"
      })
  void unknownContentIsRefused(String change) {
    String[] parts = change.split("->", -1);
    assertTrue(V3.contains(parts[0]), "the document has no " + parts[0]);
    String json = V3.replace(parts[0], parts[1]);
    assertThrows(MetadataException.class, () -> MetaReader.parseV3(bytes(json)));
  }

  @Test
  void chunksBeyondTheBoundAreRefused() {
    Shape huge = Shape.of(1L << 40, 1L << 40);
    assertThrows(MetadataException.class, () -> ArrayMeta.v3(huge, huge, DataType.INT8).build());
    Shape gibibyte = Shape.of(1L << 27);
    ArrayMeta fits = ArrayMeta.v3(gibibyte, gibibyte, DataType.FLOAT64).build();
    assertEquals(ArrayMeta.MAX_CHUNK_BYTES, fits.innerChunkBytes());
  }

  @Test
  void damagedDocumentsAreRefusedOrUnderstood() {
    Random random = new Random(12);
    for (int round = 0; round < 4000; round++) {
      byte[] json = bytes(round % 2 == 0 ? V3 : V2);
      for (int i = random.nextInt(4); i >= 0; i--) {
        json[random.nextInt(json.length)] = (byte) (32 + random.nextInt(96));
      }
      byte[] damaged =
          random.nextInt(5) == 0 ? Arrays.copyOf(json, random.nextInt(json.length)) : json;
      try {
        NodeMeta node =
            round % 2 == 0
                ? MetaReader.parseV3(damaged)
                : MetaReader.parseArrayV2(damaged, Map.of());
        assertInstanceOf(NodeMeta.class, node);
      } catch (MetadataException refused) {
        assertFalse(refused.getMessage().isBlank());
      } catch (RuntimeException other) {
        throw new AssertionError(new String(damaged, StandardCharsets.UTF_8), other);
      }
    }
  }

  @Test
  void depthIsBounded() {
    String deep = "{\"a\":".repeat(1000) + "1" + "}".repeat(1000);
    assertThrows(MetadataException.class, () -> MetaReader.parseAttributes(bytes(deep)));
    assertThrows(MetadataException.class, () -> MetaReader.parseAttributes(bytes("{} x")));
    assertThrows(MetadataException.class, () -> MetaReader.parseAttributes(bytes("[1]")));
  }

  private static void assertFill(String json, DataType type, long bits) {
    assertEquals(bits, fill(json, type).bits(), type + " " + json);
  }

  private static FillValue fill(String json, DataType type) {
    String document = V2.replace("-3", json).replace(">i2", type.v2Name(false));
    return MetaReader.parseArrayV2(bytes(document), Map.of()).fillValue();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
