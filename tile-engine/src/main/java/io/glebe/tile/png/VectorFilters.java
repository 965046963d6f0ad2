package io.glebe.tile.png;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Vector API form: bytes widened to shorts, as many as the widest register holds. The last
 * vector of a row overlaps the previous one, so that no scalar loop is needed for a remainder.
 */
final class VectorFilters implements NeighbourFilters {
  static final VectorFilters INSTANCE = new VectorFilters();

  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES =
      VectorSpecies.of(byte.class, VectorShape.forBitSize(SHORTS.vectorBitSize() / 2));
  private static final int LANES = SHORTS.length();

  private VectorFilters() {}

  @Override
  public void paeth(
      byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at) {
    // written without helper methods: a helper that is compiled before this loop is never inlined
    // into it, and every vector passed to it is boxed
    if (count < LANES) {
      ScalarFilters.INSTANCE.paeth(pixels, start, count, stride, channels, out, at);
      return;
    }
    int last = count - LANES;
    for (int i = 0; i < count; i += LANES) {
      int k = Math.min(i, last);
      int p = start + k;
      ShortVector left =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p - channels)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector above =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p - stride)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector corner =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p - stride - channels)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector overLeft = above.sub(corner);
      ShortVector overAbove = left.sub(corner);
      ShortVector toCorner = overLeft.add(overAbove).abs();
      ShortVector toLeft = overLeft.abs();
      ShortVector toAbove = overAbove.abs();
      ShortVector other = corner.blend(above, toAbove.compare(VectorOperators.LE, toCorner));
      ShortVector nearer = toAbove.min(toCorner);
      ShortVector predicted = other.blend(left, toLeft.compare(VectorOperators.LE, nearer));
      ShortVector here =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ((ByteVector) here.sub(predicted).convertShape(VectorOperators.S2B, BYTES, 0))
          .intoArray(out, at + k);
    }
  }

  @Override
  public void average(
      byte[] pixels, int start, int count, int stride, int channels, byte[] out, int at) {
    if (count < LANES) {
      ScalarFilters.INSTANCE.average(pixels, start, count, stride, channels, out, at);
      return;
    }
    int last = count - LANES;
    for (int i = 0; i < count; i += LANES) {
      int k = Math.min(i, last);
      int p = start + k;
      ShortVector left =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p - channels)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector above =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p - stride)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector here =
          (ShortVector)
              ByteVector.fromArray(BYTES, pixels, p)
                  .convertShape(VectorOperators.ZERO_EXTEND_B2S, SHORTS, 0);
      ShortVector mean = left.add(above).lanewise(VectorOperators.LSHR, 1);
      ((ByteVector) here.sub(mean).convertShape(VectorOperators.S2B, BYTES, 0))
          .intoArray(out, at + k);
    }
  }
}
