package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.CodecSpec;
import io.glebe.zarr.meta.CodecSpec.Bytes;
import io.glebe.zarr.meta.CodecSpec.Crc32c;
import io.glebe.zarr.meta.CodecSpec.Sharding;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.Shape;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares with shards written by hand from the specification of sharding_indexed. */
class ShardLayoutTest {
  private static final String MISSING = "ffffffffffffffff";

  /** 2 x 2 inner chunks of 1 x 2 bytes; (0,1) and (1,0) missing, (1,1) stored before (0,0). */
  private static final String BODY = "0b0c" + "0102";

  private static final String INDEX_AT_END =
      "02000000000000000200000000000000"
          + MISSING
          + MISSING
          + MISSING
          + MISSING
          + "00000000000000000200000000000000";

  @Test
  void anIndexAtTheEndNamesTheRangesOfTheShard() {
    ShardLayout layout = layout(true, List.of(new Bytes(false)));
    byte[] shard = hex(BODY + INDEX_AT_END);
    assertEquals(64, layout.indexBytes());
    MemorySegment index = MemorySegment.ofArray(shard).asSlice(shard.length - 64);
    assertGolden(layout, layout.parse(index, shard.length), shard, 0);
  }

  @Test
  void anIndexAtTheStartInBigEndianCountsFromTheStartOfTheShard() {
    ShardLayout layout = layout(false, List.of(new Bytes(true)));
    String index =
        "00000000000000420000000000000002" + MISSING.repeat(4) + "00000000000000400000000000000002";
    byte[] shard = hex(index + BODY);
    assertFalse(layout.indexAtEnd());
    MemorySegment bytes = MemorySegment.ofArray(shard).asSlice(0, layout.indexBytes());
    assertGolden(layout, layout.parse(bytes, shard.length), shard, 64);
  }

  private static void assertGolden(ShardLayout layout, ShardIndex index, byte[] shard, int base) {
    assertEquals(4, index.count());
    assertTrue(index.isMissing(layout.ordinal(0, 1)));
    assertTrue(index.isMissing(layout.ordinal(1, 0)));
    int first = (int) index.offset(layout.ordinal(0, 0));
    int last = (int) index.offset(layout.ordinal(1, 1));
    assertEquals(base + 2, first);
    assertEquals(base, last);
    assertEquals(2, index.length(3));
    assertArrayEquals(hex("0102"), java.util.Arrays.copyOfRange(shard, first, first + 2));
    assertArrayEquals(hex("0b0c"), java.util.Arrays.copyOfRange(shard, last, last + 2));
  }

  @Test
  void theChecksumOfTheIndexIsItsCrc32cInLittleEndian() {
    ShardLayout layout = layout(true, List.of(new Bytes(false), new Crc32c()));
    byte[] empty = layout.build(java.util.Collections.nCopies(4, Optional.empty()));
    // CRC-32C of 64 bytes 0xff, computed bit by bit from the polynomial
    int crc = slowCrc32c(hex(MISSING.repeat(8)));
    String expected =
        MISSING.repeat(8)
            + HexFormat.of()
                .formatHex(
                    new byte[] {
                      (byte) crc, (byte) (crc >> 8), (byte) (crc >> 16), (byte) (crc >> 24)
                    });
    assertArrayEquals(hex(expected), empty);
    empty[3] ^= 1;
    MemorySegment damaged = MemorySegment.ofArray(empty);
    assertThrows(CorruptChunkException.class, () -> layout.parse(damaged, empty.length));
  }

  @Test
  void theChecksumAgreesWithTheKnownAnswerOfTheStandard() {
    byte[] digits = "123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    assertEquals(0xE3069283, Crc32cCodec.checksum(MemorySegment.ofArray(digits)));
    assertEquals(0xE3069283, slowCrc32c(digits));
  }

  @Test
  void builtShardsAreReadBackWithTheIndexAtEitherEnd() {
    Random random = new Random(8);
    for (int round = 0; round < 60; round++) {
      boolean atEnd = random.nextBoolean();
      List<CodecSpec> indexCodecs =
          random.nextBoolean()
              ? List.of(new Bytes(random.nextBoolean()))
              : List.of(new Bytes(random.nextBoolean()), new Crc32c());
      ShardLayout layout = layout(atEnd, indexCodecs);
      List<Optional<byte[]>> chunks =
          random
              .longs(4)
              .mapToObj(
                  seed ->
                      seed % 3 == 0
                          ? Optional.<byte[]>empty()
                          : Optional.of(CodecSamples.noise(1 + (int) (seed & 63), seed)))
              .toList();
      byte[] shard = layout.build(chunks);
      int at = atEnd ? shard.length - layout.indexBytes() : 0;
      MemorySegment bytes = MemorySegment.ofArray(shard).asSlice(at, layout.indexBytes());
      ShardIndex index = layout.parse(bytes, shard.length);
      for (int i = 0; i < 4; i++) {
        assertEquals(chunks.get(i).isEmpty(), index.isMissing(i));
        if (chunks.get(i).isPresent()) {
          int from = (int) index.offset(i);
          int to = from + (int) index.length(i);
          byte[] stored = java.util.Arrays.copyOfRange(shard, from, to);
          assertArrayEquals(chunks.get(i).get(), stored, "round " + round);
        }
      }
    }
  }

  @Test
  void rangesOutsideTheShardAreRefused() {
    ShardLayout layout = layout(true, List.of(new Bytes(false)));
    for (String entry :
        List.of(
            "00000000000000000000000000000080",
            "00000000000000ff0100000000000000",
            "43000000000000000200000000000000",
            "ffffffffffffffff0200000000000000",
            "0000000000000000ffffffffffffffff",
            "ffffffffffffff7fffffffffffffff7f")) {
      byte[] index = hex(entry + MISSING.repeat(6));
      MemorySegment bytes = MemorySegment.ofArray(index);
      assertThrows(CorruptChunkException.class, () -> layout.parse(bytes, 68), entry);
    }
    MemorySegment cut = MemorySegment.ofArray(new byte[63]);
    assertThrows(CorruptChunkException.class, () -> layout.parse(cut, 68));
  }

  @Test
  void anArrayWithoutShardsHasNoLayout() {
    Shape shape = Shape.of(4);
    assertTrue(ShardLayout.of(ArrayMeta.v3(shape, shape, DataType.INT8).build()).isEmpty());
  }

  private static ShardLayout layout(boolean atEnd, List<CodecSpec> indexCodecs) {
    Sharding sharding = new Sharding(Shape.of(1, 2), List.of(new Bytes(false)), indexCodecs, atEnd);
    ArrayMeta meta =
        ArrayMeta.v3(Shape.of(2, 4), Shape.of(2, 4), DataType.UINT8).codecs(sharding).build();
    return ShardLayout.of(meta).orElseThrow();
  }

  private static int slowCrc32c(byte[] bytes) {
    int crc = -1;
    for (byte b : bytes) {
      crc ^= Byte.toUnsignedInt(b);
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
      }
    }
    return ~crc;
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
