package io.glebe.tile.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.vector.Vectors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the accumulators of the two forms of the kernels, also with exact sums. */
class KernelSumsTest {
  private static final Kernels VECTOR = vectors();
  private static final Kernels SCALAR = Kernels.scalar();
  private final Random random = new Random(8);

  /** The first call loads the vector module. */
  private static Kernels vectors() {
    assertThat(Vectors.present()).isTrue();
    return VectorKernels.INSTANCE;
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"INT16", "UINT16"})
  void sumsOfSixteenBitsAreExactOverTheWholeRange(DataType type) {
    int count = 3_001;
    OptionalDouble[] nodata = {
      OptionalDouble.empty(),
      OptionalDouble.of(-32768),
      OptionalDouble.of(65535),
      OptionalDouble.of(-1),
      OptionalDouble.of(1e6),
      OptionalDouble.of(0.5)
    };
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate((long) count * type.size());
      for (OptionalDouble missing : nodata) {
        for (int i = 0; i < count; i++) {
          int extreme = random.nextBoolean() ? 0x8000 - random.nextInt(2) : -random.nextInt(2);
          store(chunk, type, i, random.nextInt(4) == 0 ? extreme : random.nextInt(1 << 16));
        }
        Calibration calibration = new Calibration(1, 0, missing);
        Runs runs = new Runs().add(1, 7).add(9, 31).add(50, 2_900);
        Stats a = new Stats();
        Stats b = new Stats();
        SCALAR.accumulate(chunk, type, calibration, runs, a);
        VECTOR.accumulate(chunk, type, calibration, runs, b);
        assertThat(new double[] {b.count(), b.sum(), b.min(), b.max()})
            .as("%s without %s", type, missing)
            .containsExactly(a.count(), a.sum(), a.min(), a.max());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"INT16", "UINT16", "FLOAT32", "UINT8", "FLOAT64"})
  void sumsAreAlikeInBothForms(DataType type) {
    int count = 10_007;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate((long) count * type.size());
      for (int i = 0; i < count; i++) {
        store(chunk, type, i, random.nextInt(3) == 0 ? 7 : random.nextInt(0, 200) + 0.25f);
      }
      Calibration calibration = new Calibration(0.01, 1, OptionalDouble.of(7));
      Stats a = new Stats();
      Stats b = new Stats();
      Runs runs = new Runs().add(0, 1).add(3, 40).add(43, 60).add(200, 5000);
      for (int start = 5300; start < count - 20; start += 20) {
        runs.add(start, 1 + random.nextInt(19));
      }
      runs.add(count - 9, 9);
      SCALAR.accumulate(chunk, type, calibration, runs, a);
      VECTOR.accumulate(chunk, type, calibration, runs, b);
      assertThat(b.count()).isEqualTo(a.count());
      assertThat(b.min()).isEqualTo(a.min());
      assertThat(b.max()).isEqualTo(a.max());
      assertThat(b.sum()).isCloseTo(a.sum(), within(type.isFloat() ? a.sum() * 1e-7 : 0));
      Stats value = new Stats();
      value.add(chunk, type, calibration, runs);
      assertThat(value.mean()).isCloseTo(a.mean() * 0.01 + 1, within(1e-7));
      assertThat(value.min()).isCloseTo(a.min() * 0.01 + 1, within(1e-12));
    }
  }

  /** More of the largest numbers than a 32-bit lane can sum, in long and in short runs. */
  @ParameterizedTest
  @EnumSource(
      value = DataType.class,
      names = {"INT16", "UINT16"})
  void sumsOfLargeChunksAreExact(DataType type) {
    int count = 1 << 20;
    int greatest = type == DataType.UINT16 ? 65_535 : 32_767;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate((long) count * type.size());
      for (int i = 0; i < count; i++) {
        chunk.set(ElementReader.SHORT, 2L * i, (short) greatest);
      }
      Runs whole = new Runs().add(0, count);
      Runs rows = new Runs();
      for (int row = 0; row < 1 << 10; row++) {
        rows.add(row << 10, 1000);
      }
      for (Runs runs : List.of(whole, rows)) {
        Stats stats = new Stats();
        VECTOR.accumulate(chunk, type, Calibration.NONE, runs, stats);
        assertThat(stats.count()).isEqualTo((double) runs.total());
        assertThat(stats.sum()).isEqualTo((double) runs.total() * greatest);
        assertThat(stats.max()).isEqualTo(greatest);
      }
    }
  }

  private static void store(MemorySegment chunk, DataType type, int i, float value) {
    switch (type) {
      case UINT8 -> chunk.set(ValueLayout.JAVA_BYTE, i, (byte) value);
      case INT16, UINT16 -> chunk.set(ElementReader.SHORT, 2L * i, (short) value);
      case FLOAT32 -> chunk.set(ElementReader.FLOAT, 4L * i, value);
      default -> chunk.set(ElementReader.DOUBLE, 8L * i, value);
    }
  }

  @Test
  void weightsCount() {
    Stats stats = new Stats();
    float[] values = {1, Float.NaN, 3, 100};
    float[] weights = {0.5f, 1, 1, 0};
    stats.addWeighted(values, weights, 0, 4);
    assertThat(stats.count()).isEqualTo(1.5);
    assertThat(stats.mean()).isCloseTo(3.5 / 1.5, within(1e-12));
    assertThat(stats.max()).isEqualTo(3);
    Stats none = new Stats();
    none.add(new float[] {Float.NaN}, 0, 1);
    assertThat(none.mean()).isNaN();
    none.add(stats);
    assertThat(none.min()).isEqualTo(1);
  }
}
