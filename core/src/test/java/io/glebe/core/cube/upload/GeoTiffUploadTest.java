package io.glebe.core.cube.upload;

import static io.glebe.core.cube.CubeStation.CELL;
import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.LEFT;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.TOP;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.cube.CubeStation.bytes;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.glebe.core.cube.CubeStation;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.tile.resample.Resampling;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GeoTIFF files on the grid of a cube and on other grids. */
class GeoTiffUploadTest {
  private static final CubeStation STATION = new CubeStation();
  private static final UploadSpec.RasterSpec NONE = UploadSpec.RasterSpec.NONE;

  private final String cube = STATION.cube(CubeStation.layer("H", "float32"));

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static UploadSpec spec(UploadSpec.RasterSpec raster, boolean merge, Instant... times) {
    return new UploadSpec(
        "H",
        List.of(times),
        merge,
        Optional.empty(),
        UploadSpec.Form.FILES,
        Optional.empty(),
        false,
        raster);
  }

  private static UploadSpec.RasterSpec method(Resampling method) {
    return new UploadSpec.RasterSpec(
        List.of(), Optional.of(method), OptionalInt.empty(), OptionalDouble.empty());
  }

  private static UploadSpec.RasterSpec bands(Integer... bands) {
    return new UploadSpec.RasterSpec(
        List.of(bands), Optional.empty(), OptionalInt.empty(), OptionalDouble.empty());
  }

  private float[] stored(UploadSpec.RasterSpec raster, byte[] file) {
    STATION.upload(cube, spec(raster, false, MAY), file).await();
    return STATION.floats(cube, "H", MAY);
  }

  private String refusal(UploadSpec spec, byte[] file) {
    Problem refused = problem(STATION.upload(cube, spec, file));
    assertThat(refused.type()).isEqualTo(ProblemType.INVALID_RECORD);
    assertThat(STATION.times(cube, "H")).as("nothing is stored").isEmpty();
    return refused.detail();
  }

  /** Each cell has another number. */
  private static float[] numbers(int width, int height) {
    float[] numbers = new float[width * height];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i * 0.25f;
    }
    return numbers;
  }

  private static byte[] constant(int width, int height, float value) {
    float[] numbers = new float[width * height];
    Arrays.fill(numbers, value);
    return bytes(numbers);
  }

  @Test
  void aFileOnTheGridIsStoredCellForCell() {
    float[] numbers = numbers(WIDTH, HEIGHT);

    byte[] file = TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1).onGrid().with(bytes(numbers));

    assertThat(stored(NONE, file)).isEqualTo(numbers);
  }

  @Test
  void aFileWithoutAPlaceIsStoredWhenItHasTheSizeOfTheGrid() {
    float[] numbers = numbers(WIDTH, HEIGHT);

    assertThat(stored(NONE, TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1).with(bytes(numbers))))
        .isEqualTo(numbers);
    String other = STATION.cube(CubeStation.layer("H", "float32"));
    byte[] small = TiffBytesBuilder.ofFloats(4, 4, 1).with(bytes(numbers(4, 4)));
    assertThat(problem(STATION.upload(other, spec(NONE, false, MAY), small)).detail())
        .contains("does not say where it lies", "4 x 4", "20 x 10");
  }

  @Test
  void aFileShiftedByWholeCellsFillsItsPartAndItsNodataIsThatOfTheLayer() {
    short[] numbers = new short[6 * 4];
    Arrays.fill(numbers, (short) 7);
    numbers[0] = -1;
    byte[] file =
        TiffBytesBuilder.ofShorts(6, 4)
            .projected(32633)
            .at(LEFT + 17 * CELL, TOP - 3 * CELL, CELL)
            .nodata("-1")
            .with(bytes(numbers));

    float[] expected = CubeStation.constant(-9999);
    for (int row = 3; row < 7; row++) {
      Arrays.fill(expected, row * WIDTH + 17, row * WIDTH + 20, 7); // three columns are outside
    }
    expected[3 * WIDTH + 17] = -9999;
    assertThat(stored(NONE, file)).isEqualTo(expected);
  }

  @Test
  void mergingKeepsTheCellsWithoutAValueInTheFile() {
    stored(NONE, TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1).onGrid().with(constant(20, 10, 2)));
    byte[] part =
        TiffBytesBuilder.ofFloats(2, 1, 1)
            .projected(32633)
            .at(LEFT, TOP - CELL, CELL)
            .with(bytes(8f, 9f));

    STATION.upload(cube, spec(NONE, true, MAY), part).await();

    float[] expected = CubeStation.constant(2);
    expected[WIDTH] = 8;
    expected[WIDTH + 1] = 9;
    assertThat(STATION.floats(cube, "H", MAY)).isEqualTo(expected);
  }

  @Test
  void theNearestOfCoarserCellsCounts() {
    float[] coarse = numbers(WIDTH / 2, HEIGHT / 2);
    byte[] file =
        TiffBytesBuilder.ofFloats(WIDTH / 2, HEIGHT / 2, 1)
            .projected(32633)
            .at(LEFT, TOP, 2 * CELL)
            .with(bytes(coarse));

    float[] stored = stored(method(Resampling.NEAREST), file);

    for (int i = 0; i < stored.length; i++) {
      int of = i / WIDTH / 2 * (WIDTH / 2) + i % WIDTH / 2;
      assertThat(stored[i]).as("cell %d", i).isEqualTo(coarse[of]);
    }
  }

  @Test
  void finerCellsAreAveraged() {
    float[] fine = numbers(2 * WIDTH, 2 * HEIGHT);
    byte[] file =
        TiffBytesBuilder.ofFloats(2 * WIDTH, 2 * HEIGHT, 1)
            .projected(32633)
            .at(LEFT, TOP, CELL / 2)
            .with(bytes(fine));

    float[] stored = stored(method(Resampling.AVERAGE), file);

    for (int i = 0; i < stored.length; i++) {
      int of = i / WIDTH * 4 * WIDTH + i % WIDTH * 2;
      float mean = (fine[of] + fine[of + 1] + fine[of + 2 * WIDTH] + fine[of + 2 * WIDTH + 1]) / 4;
      assertThat(stored[i]).as("cell %d", i).isCloseTo(mean, within(1e-3f));
    }
  }

  @ParameterizedTest
  @EnumSource(Resampling.class)
  void aConstantStaysTheSameInAnotherCoordinateReferenceSystem(Resampling method) {
    double[] corner = CubeStation.lonLat(-5, -5);
    byte[] file =
        TiffBytesBuilder.ofFloats(40, 40, 1)
            .geographic(4326)
            .at(corner[0], corner[1], 0.0001)
            .with(constant(40, 40, 7));

    assertThat(stored(method(method), file)).containsOnly(7);
  }

  @Test
  void withoutAMethodQuantitiesAreInterpolated() {
    float[] ramp = new float[(WIDTH / 2 + 2) * (HEIGHT / 2 + 2)];
    for (int i = 0; i < ramp.length; i++) {
      ramp[i] = i % (WIDTH / 2 + 2) * 2;
    }
    byte[] file =
        TiffBytesBuilder.ofFloats(WIDTH / 2 + 2, HEIGHT / 2 + 2, 1)
            .projected(32633)
            .at(LEFT - 2 * CELL, TOP + 2 * CELL, 2 * CELL)
            .with(bytes(ramp));

    float[] stored = stored(NONE, file);

    for (int i = 0; i < stored.length; i++) {
      assertThat(stored[i]).as("cell %d", i).isCloseTo(i % WIDTH + 1.5f, within(1e-3f));
    }
  }

  @Test
  void bandsAreSelectedAndBecomeSlices() {
    float[] three = new float[3 * WIDTH * HEIGHT];
    for (int i = 0; i < three.length; i++) {
      three[i] = i / (WIDTH * HEIGHT) + 1;
    }
    byte[] file = TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 3).onGrid().with(bytes(three));

    assertThat(refusal(spec(NONE, false, MAY), file)).contains("3 bands", "band=");
    assertThat(refusal(spec(bands(4), false, MAY), file)).contains("1 to 3");
    assertThat(refusal(spec(bands(1, 2), false, MAY), file)).contains("needs 2");
    STATION.upload(cube, spec(bands(3, 1), false, MAY, JUNE), file).await();

    assertThat(STATION.floats(cube, "H", MAY)).containsOnly(3);
    assertThat(STATION.floats(cube, "H", JUNE)).containsOnly(1);
  }

  @Test
  void parametersOverrideThePlaceAndTheNodataInTheFile() {
    float[] numbers = numbers(WIDTH, HEIGHT);
    byte[] unnamed =
        TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1)
            .at(LEFT, TOP, CELL)
            .nodata("5")
            .with(bytes(numbers));

    assertThat(refusal(spec(NONE, false, MAY), unnamed)).contains("crs=EPSG");
    UploadSpec.RasterSpec named =
        new UploadSpec.RasterSpec(
            List.of(), Optional.empty(), OptionalInt.of(32633), OptionalDouble.of(0.25));
    float[] expected = numbers.clone();
    expected[1] = -9999;
    assertThat(stored(named, unnamed)).isEqualTo(expected);
  }

  @Test
  void unsuitableFilesAreRefusedWithTheReason() {
    byte[] cells = constant(WIDTH, HEIGHT, 1);
    byte[] good = TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1).onGrid().with(cells);
    byte[] far =
        TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1)
            .projected(32633)
            .at(LEFT + 100 * CELL, TOP, CELL)
            .with(cells);
    byte[] farAndFine =
        TiffBytesBuilder.ofFloats(WIDTH, HEIGHT, 1)
            .projected(32633)
            .at(LEFT + 100 * CELL, TOP, CELL / 3)
            .with(cells);
    UploadSpec one = spec(NONE, false, MAY);

    assertThat(refusal(one, far)).contains("outside the grid");
    assertThat(refusal(one, farAndFine)).contains("outside the grid");
    assertThat(refusal(one, Arrays.copyOf(good, good.length - 9))).contains("cannot be read");
    assertThat(refusal(one, Arrays.copyOf(good, 20))).contains("cannot be read");
    UploadSpec.RasterSpec unknown =
        new UploadSpec.RasterSpec(
            List.of(), Optional.empty(), OptionalInt.of(999_999), OptionalDouble.empty());
    assertThat(refusal(spec(unknown, false, MAY), good)).contains("999999");
    assertThat(refusal(spec(NONE, false), good)).contains("datetime");
    UploadSpec window =
        new UploadSpec(
            "H",
            List.of(MAY),
            false,
            Optional.of(new UploadSpec.Patch(0, 0, WIDTH, HEIGHT)),
            UploadSpec.Form.FILES,
            Optional.empty(),
            false,
            NONE);
    assertThat(refusal(window, good)).contains("by itself where it lies");
  }
}
