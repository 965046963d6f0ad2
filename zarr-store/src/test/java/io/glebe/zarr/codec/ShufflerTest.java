package io.glebe.zarr.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.glebe.zarr.vector.Vectors;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShufflerTest {
  private static final long SEED = 77;
  private static final int[] TYPE_SIZES = {1, 2, 3, 4, 5, 8, 12, 16, 255};
  private final SwarShuffler scalar = new SwarShuffler();

  @Test
  void unshufflingMovesByteIOfPlaneBToByteBOfElementI() {
    byte[] planes = CodecSamples.noise(3 * 100 + 2, SEED);
    byte[] elements = new byte[planes.length];
    unshuffle(scalar, planes, elements, 3);
    for (int i = 0; i < 100; i++) {
      for (int b = 0; b < 3; b++) {
        assertEquals(planes[b * 100 + i], elements[3 * i + b]);
      }
    }
    assertEquals(planes[301], elements[301]);
  }

  @Test
  void joinedBitsFollowTheDefinitionOfTheFilter() {
    int count = 8 * 9;
    byte[] planes = CodecSamples.noise(2 * count, SEED);
    byte[] elements = new byte[planes.length];
    unbitshuffle(scalar, planes, elements, 2);
    for (int element = 0; element < count; element++) {
      for (int bit = 0; bit < 16; bit++) {
        int stored = planes[bit * count / 8 + element / 8] >> (element % 8) & 1;
        int found = elements[2 * element + bit / 8] >> (bit % 8) & 1;
        assertEquals(stored, found, "bit " + bit + " of element " + element);
      }
    }
  }

  @Test
  void theVectorFormEqualsTheScalarForm() {
    assertTrue(Vectors.present(), "asking loads their module");
    assumeTrue(VectorShuffler.isSupported(), "this machine's vectors are too short");
    VectorShuffler vector = new VectorShuffler();
    Random random = new Random(SEED);
    for (int round = 0; round < 400; round++) {
      int typeSize = TYPE_SIZES[random.nextInt(TYPE_SIZES.length)];
      byte[] planes = CodecSamples.noise(1 + random.nextInt(9000), random.nextLong());
      byte[] expected = new byte[planes.length];
      byte[] found = new byte[planes.length];
      unshuffle(scalar, planes, expected, typeSize);
      unshuffle(vector, planes, found, typeSize);
      assertArrayEquals(expected, found, "typesize " + typeSize + " length " + planes.length);
      unbitshuffle(scalar, planes, expected, typeSize);
      unbitshuffle(vector, planes, found, typeSize);
      assertArrayEquals(expected, found, "bits, typesize " + typeSize + " of " + planes.length);
    }
  }

  @Test
  void unshufflingReversesShuffling() {
    Random random = new Random(SEED);
    for (int round = 0; round < 400; round++) {
      int typeSize = TYPE_SIZES[random.nextInt(TYPE_SIZES.length)];
      byte[] elements = CodecSamples.noise(1 + random.nextInt(5000), random.nextLong());
      byte[] planes = new byte[elements.length];
      byte[] back = new byte[elements.length];
      scalar.shuffle(segment(elements), 0, segment(planes), 0, elements.length, typeSize);
      unshuffle(Shuffler.forLength(elements.length), planes, back, typeSize);
      assertArrayEquals(elements, back, "typesize " + typeSize);
      MemorySegment half = segment(new byte[elements.length]);
      scalar.bitshuffle(segment(elements), 0, segment(planes), 0, elements.length, typeSize, half);
      unbitshuffle(Shuffler.forLength(elements.length), planes, back, typeSize);
      assertArrayEquals(elements, back, "bits, typesize " + typeSize);
    }
  }

  private static void unshuffle(Shuffler shuffler, byte[] planes, byte[] elements, int typeSize) {
    shuffler.unshuffle(segment(planes), 0, segment(elements), 0, planes.length, typeSize);
  }

  private static void unbitshuffle(
      Shuffler shuffler, byte[] planes, byte[] elements, int typeSize) {
    MemorySegment half = segment(new byte[planes.length]);
    shuffler.unbitshuffle(segment(planes), 0, segment(elements), 0, planes.length, typeSize, half);
  }

  private static MemorySegment segment(byte[] bytes) {
    return MemorySegment.ofArray(bytes);
  }
}
