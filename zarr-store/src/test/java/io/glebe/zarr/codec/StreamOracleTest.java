package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.glebe.zarr.meta.DataType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;

/** Compares plain compressors with other libraries, in both directions. */
class StreamOracleTest {
  private final byte[] data = CodecSamples.elements(DataType.INT32, 70_000, 5);

  @Test
  void zstdFramesOfTheJniLibraryAreReadAndOursByIt() {
    for (boolean checksum : new boolean[] {false, true}) {
      ZstdCodec ours = new ZstdCodec(3, checksum);
      try (ZstdCompressCtx context = new ZstdCompressCtx().setChecksum(checksum).setLevel(5)) {
        assertArrayEquals(data, CodecSamples.decode(ours, context.compress(data), data.length));
        byte[] unsized = context.setContentSize(false).compress(data);
        assertArrayEquals(data, CodecSamples.decode(ours, unsized, data.length));
      }
      byte[] encoded = CodecSamples.encode(ours, data);
      assertArrayEquals(data, Zstd.decompress(encoded, data.length));
      assertEquals(checksum ? 4 : 0, encoded[4] & 4);
    }
  }

  @Test
  void lz4BlocksOfTheOtherLibraryAreReadAndOursByIt() {
    Lz4Codec ours = new Lz4Codec(1);
    LZ4Factory factory = LZ4Factory.safeInstance();
    byte[] block = factory.highCompressor().compress(data);
    ByteBuffer framed = ByteBuffer.allocate(4 + block.length).order(ByteOrder.LITTLE_ENDIAN);
    framed.putInt(data.length).put(block);
    assertArrayEquals(data, CodecSamples.decode(ours, framed.array(), data.length));
    byte[] encoded = CodecSamples.encode(ours, data);
    byte[] body = Arrays.copyOfRange(encoded, 4, encoded.length);
    assertArrayEquals(data, factory.safeDecompressor().decompress(body, data.length));
  }

  @Test
  void zlibStreamsOfTheJdkAreReadAndOursByIt() throws IOException {
    ZlibCodec ours = new ZlibCodec(6);
    ByteArrayOutputStream jdkEncoded = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(jdkEncoded)) {
      out.write(data);
    }
    assertArrayEquals(data, CodecSamples.decode(ours, jdkEncoded.toByteArray(), data.length));
    byte[] encoded = CodecSamples.encode(ours, data);
    InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(encoded));
    assertArrayEquals(data, in.readAllBytes());
  }

  @Test
  void gzipMembersOfTheJdkAreReadAndOursByIt() throws IOException {
    GzipCodec ours = new GzipCodec(6);
    ByteArrayOutputStream jdkEncoded = new ByteArrayOutputStream();
    int half = data.length / 2;
    try (GZIPOutputStream out = new GZIPOutputStream(jdkEncoded)) {
      out.write(data, 0, half);
    }
    try (GZIPOutputStream second = new GZIPOutputStream(jdkEncoded)) {
      second.write(data, half, data.length - half);
    }
    assertArrayEquals(data, CodecSamples.decode(ours, jdkEncoded.toByteArray(), data.length));
    byte[] encoded = CodecSamples.encode(ours, data);
    GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(encoded));
    assertArrayEquals(data, in.readAllBytes());
  }

  @Test
  void aGzipHeaderWithNameExtraAndCommentIsSkipped() throws IOException {
    byte[] plain = CodecSamples.encode(new GzipCodec(6), data);
    ByteArrayOutputStream rich = new ByteArrayOutputStream();
    rich.write(plain, 0, 3);
    rich.write(2 + 4 + 8 + 16);
    rich.write(plain, 4, 6);
    rich.write(new byte[] {3, 0, 'a', 'b', 'c'});
    rich.write("chunk\0remark\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    rich.write(new byte[] {1, 2});
    rich.write(plain, 10, plain.length - 10);
    assertArrayEquals(data, CodecSamples.decode(new GzipCodec(6), rich.toByteArray(), data.length));
  }
}
