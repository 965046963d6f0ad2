package io.glebe.bench.codec;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.meta.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Chunk data similar to an index map: parcels, texture, sensor noise and a cloud without data. */
final class ChunkData {
  static final int SIDE = 512;
  private static final int PARCEL = 48;
  private static final long SEED = 42;

  private ChunkData() {}

  static byte[] encoded(CodecChain chain, DataType type) {
    byte[] elements = type == DataType.INT16 ? int16() : float32();
    return chain.encode(MemorySegment.ofArray(elements));
  }

  static byte[] int16() {
    ByteBuffer bytes = ByteBuffer.allocate(SIDE * SIDE * 2).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values()) {
      bytes.putShort((short) Math.round(value * 10_000));
    }
    return bytes.array();
  }

  static byte[] float32() {
    ByteBuffer bytes = ByteBuffer.allocate(SIDE * SIDE * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values()) {
      bytes.putFloat((float) value);
    }
    return bytes.array();
  }

  private static double[] values() {
    Random random = new Random(SEED);
    double[] parcels = random.doubles(400, 0.1, 0.8).toArray();
    double[] values = new double[SIDE * SIDE];
    for (int y = 0; y < SIDE; y++) {
      for (int x = 0; x < SIDE; x++) {
        double parcel = parcels[(y / PARCEL * 17 + x / PARCEL) % parcels.length];
        double texture = 0.03 * Math.sin(x / 9.0) * Math.cos(y / 7.0);
        boolean cloud = Math.hypot(x - 380, y - 120) < 90;
        values[y * SIDE + x] = cloud ? -1 : parcel + texture + 0.008 * random.nextGaussian();
      }
    }
    return values;
  }
}
