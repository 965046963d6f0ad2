package io.glebe.zarr.codec;

import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * Seeded bytes that resemble fields: smooth, with noise and runs, so that codecs have realistic
 * content.
 */
final class CodecSamples {
  private CodecSamples() {}

  static byte[] elements(DataType type, int count, long seed) {
    Random random = new Random(seed);
    int size = type.size();
    ByteBuffer bytes = ByteBuffer.allocate(count * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      double value = 120 * Math.sin(i / 37.0) + random.nextInt(5);
      if (i / 64 % 7 == 3) {
        value = 0;
      }
      switch (size) {
        case 1 -> bytes.put((byte) (type == DataType.BOOL ? (int) value & 1 : (int) value));
        case 2 ->
            bytes.putShort(type.isFloat() ? Float.floatToFloat16((float) value) : (short) value);
        case 4 -> bytes.putInt(type.isFloat() ? Float.floatToIntBits((float) value) : (int) value);
        default ->
            bytes.putLong(type.isFloat() ? Double.doubleToLongBits(value) : (long) (value * 1e9));
      }
    }
    return bytes.array();
  }

  static byte[] noise(int bytes, long seed) {
    byte[] noise = new byte[bytes];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  static MemorySegment segment(byte[] bytes) {
    return MemorySegment.ofArray(bytes);
  }

  static byte[] decode(BytesCodec codec, byte[] encoded, int expected) {
    byte[] out = new byte[expected];
    try (Workspace workspace = Workspace.borrow()) {
      long written = codec.decode(segment(encoded), segment(out), workspace);
      if (written != expected) {
        throw new AssertionError(written + " bytes instead of " + expected);
      }
    }
    return out;
  }

  static byte[] encode(BytesCodec codec, byte[] decoded) {
    byte[] out = new byte[(int) codec.maxEncoded(decoded.length)];
    try (Workspace workspace = Workspace.borrow()) {
      int length = (int) codec.encode(segment(decoded), segment(out), workspace);
      return java.util.Arrays.copyOf(out, length);
    }
  }
}
