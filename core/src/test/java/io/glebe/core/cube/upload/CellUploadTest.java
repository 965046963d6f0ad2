package io.glebe.core.cube.upload;

import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.cube.CubeStation.bytes;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.layer.LayerService;
import io.glebe.core.cube.layer.SliceFile;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.thread.BackgroundThreads;
import io.glebe.zarr.dataset.SliceWriter;
import io.glebe.zarr.meta.DataType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Raw and {@code .npy} cells, and the progress of uploads. */
class CellUploadTest {
  private static final CubeStation STATION = new CubeStation();

  private final String cube = STATION.cube(CubeStation.layer("T", "int16"));

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static short[] numbers() {
    short[] numbers = new short[WIDTH * HEIGHT];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (short) (i * 7 - 300);
    }
    return numbers;
  }

  private static byte[] swapped(byte[] bytes) {
    byte[] swapped = bytes.clone();
    for (int i = 0; i < bytes.length; i += 2) {
      swapped[i] = bytes[i + 1];
      swapped[i + 1] = bytes[i];
    }
    return swapped;
  }

  private static UploadSpec raw(DataType type, boolean bigEndian) {
    UploadSpec cells = CubeStation.cells("T", MAY);
    return new UploadSpec(
        "T",
        cells.instants(),
        false,
        Optional.empty(),
        UploadSpec.Form.FILES,
        Optional.of(new UploadSpec.Raw(type, bigEndian)),
        false,
        cells.raster());
  }

  private String refusal(UploadSpec spec, byte[] body) {
    Problem refused = problem(STATION.upload(cube, spec, body));
    assertThat(STATION.times(cube, "T")).as("nothing is stored").isEmpty();
    return refused.detail();
  }

  private byte[] npy(String id) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (BackgroundThreads threads = new BackgroundThreads("downloads", 1)) {
      SliceFile.of(STATION.opened(id).now(), "T", MAY).write(file, threads);
    }
    return file.toByteArray();
  }

  @Test
  void rawCellsAreStoredInTheByteOrderOfTheCube() {
    STATION.upload(cube, CubeStation.cells("T", MAY), bytes(numbers())).await();
    assertThat(STATION.shorts(cube, "T", MAY)).isEqualTo(numbers());

    String other = STATION.cube(CubeStation.layer("T", "int16"));
    STATION.upload(other, raw(DataType.INT16, true), swapped(bytes(numbers()))).await();
    assertThat(STATION.shorts(other, "T", MAY)).isEqualTo(numbers());
  }

  @Test
  void aSliceFileCanBeUploadedAgain() throws IOException {
    STATION.upload(cube, CubeStation.cells("T", MAY), bytes(numbers())).await();
    byte[] file = npy(cube);

    assertThat(new String(file, 1, 5, StandardCharsets.US_ASCII)).isEqualTo("NUMPY");
    assertThat(file).hasSize(128 + 2 * WIDTH * HEIGHT);
    assertThat(Arrays.copyOfRange(file, 128, file.length)).isEqualTo(bytes(numbers()));
    String copy = STATION.cube(CubeStation.layer("T", "int16"));
    STATION.upload(copy, CubeStation.file("T", MAY), file).await();
    assertThat(STATION.shorts(copy, "T", MAY)).isEqualTo(numbers());
    assertThat(npy(copy)).isEqualTo(file);
  }

  @Test
  void aSliceFileHasATimeThatExists() {
    STATION.upload(cube, CubeStation.cells("T", MAY), bytes(numbers())).await();
    var snapshot = STATION.opened(cube).now();

    assertThat(
            catchThrowableOfType(Problem.class, () -> SliceFile.of(snapshot, "T", JUNE)).status())
        .isEqualTo(404);
    assertThat(catchThrowableOfType(Problem.class, () -> SliceFile.of(snapshot, "X", MAY)).detail())
        .contains("there are T");
    String before = SliceFile.of(snapshot, "T", MAY).etag();
    STATION.upload(cube, CubeStation.cells("T", MAY), bytes(new short[WIDTH * HEIGHT])).await();
    assertThat(SliceFile.of(STATION.opened(cube).now(), "T", MAY).etag())
        .as("other cells")
        .isNotEqualTo(before);
  }

  @Test
  void severalSlicesFollowEachOtherInOneFile() throws IOException {
    STATION.upload(cube, CubeStation.cells("T", MAY), bytes(numbers())).await();
    byte[] one = npy(cube);
    String header = new String(one, 0, 128, StandardCharsets.ISO_8859_1);
    String three = header.replace("(10, 20), }   ", "(2, 10, 20), }");
    byte[] file = new byte[one.length + 2 * WIDTH * HEIGHT];
    System.arraycopy(three.getBytes(StandardCharsets.ISO_8859_1), 0, file, 0, 128);
    System.arraycopy(one, 128, file, 128, 2 * WIDTH * HEIGHT);
    String id = STATION.cube(CubeStation.layer("T", "int16"));

    assertThat(problem(STATION.upload(id, CubeStation.file("T", MAY), file)).detail())
        .contains("needs 2");
    STATION.upload(id, CubeStation.file("T", MAY, JUNE), file).await();

    assertThat(STATION.shorts(id, "T", MAY)).isEqualTo(numbers());
    assertThat(STATION.shorts(id, "T", JUNE)).containsOnly(0);
  }

  @Test
  void cellsOfAnotherTypeShapeOrLengthAreRefused() throws IOException {
    byte[] body = bytes(numbers());
    assertThat(refusal(CubeStation.cells("T", MAY), Arrays.copyOf(body, body.length - 1)))
        .contains("ends early");
    assertThat(refusal(CubeStation.cells("T", MAY), Arrays.copyOf(body, body.length + 1)))
        .contains("more bytes");
    assertThat(refusal(raw(DataType.FLOAT32, false), body)).contains("float32", "int16");
    assertThat(refusal(CubeStation.cells("T"), body)).contains("datetime");
    assertThat(refusal(CubeStation.cells("T", MAY, JUNE), body)).contains("2 times");
    String other = STATION.cube(CubeStation.layer("T", "int16"));
    STATION.upload(other, CubeStation.cells("T", MAY), body).await();
    String file = new String(npy(other), StandardCharsets.ISO_8859_1);
    for (String[] fault :
        new String[][] {
          {"(10, 20)", "(20, 10)", "shape"},
          {"<i2", "<f4", "float32"},
          {"False,", "True, ", "Fortran"}
        }) {
      byte[] bad = file.replace(fault[0], fault[1]).getBytes(StandardCharsets.ISO_8859_1);
      assertThat(refusal(CubeStation.file("T", MAY), bad)).contains(fault[2]);
    }
  }

  @Test
  void timesAscendWithoutRepetition() {
    Problem refused = catchThrowableOfType(Problem.class, () -> CubeStation.cells("T", JUNE, MAY));

    assertThat(refused.violations().getFirst().where()).isEqualTo("datetime");
    assertThat(catchThrowableOfType(Problem.class, () -> CubeStation.cells("T", MAY, MAY)))
        .isNotNull();
  }

  @Test
  void aFailedUploadIsKnownWithItsReasonAndARepeatedOneSucceeds() {
    LayerService layers = STATION.cubes.layers();
    UUID upload = UUID.randomUUID();
    UploadSpec spec = CubeStation.cells("T", MAY);
    byte[] body = bytes(numbers());
    problem(
        layers.upload(
            STATION.owner(), cube, spec, CubeStation.sent(upload, Arrays.copyOf(body, 9))));

    UploadRows.Upload failed = layers.upload(STATION.owner(), cube, upload).await();
    assertThat(failed.state()).isEqualTo("failed");
    assertThat(failed.detail().orElseThrow()).contains("ends early");
    layers.upload(STATION.owner(), cube, spec, CubeStation.sent(upload, body)).await();

    UploadRows.Upload done = layers.upload(STATION.owner(), cube, upload).await();
    assertThat(done.state()).isEqualTo("successful");
    assertThat(done.slicesDone()).isEqualTo(1);
    assertThat(done.layer()).isEqualTo("T");
    assertThat(done.snapshot()).hasValue(STATION.opened(cube).now().version());
    assertThat(layers.uploads(STATION.owner(), cube).await()).containsExactly(done);
    assertThat(problem(layers.upload(STATION.owner(), cube, UUID.randomUUID())).status())
        .isEqualTo(404);
    assertThat(problem(layers.uploads(STATION.neighbour(), cube)).status()).isEqualTo(403);
  }

  @Test
  void anUploadWithoutAFileIsMalformed() {
    LayerService.Sent nothing =
        new LayerService.Sent(UUID.randomUUID(), OptionalLong.empty(), Optional::empty);

    assertThat(
            problem(
                    STATION
                        .cubes
                        .layers()
                        .upload(STATION.owner(), cube, CubeStation.cells("T", MAY), nothing))
                .type())
        .isEqualTo(ProblemType.MALFORMED_REQUEST);
  }

  @Test
  void aSecondWriterOfASliceIsRefused() {
    byte[] body = bytes(numbers());
    try (SliceWriter _ = STATION.opened(cube).dataset().beginSlice("T", MAY)) {
      assertThat(problem(STATION.upload(cube, CubeStation.cells("T", MAY), body)).type())
          .isEqualTo(ProblemType.CONFLICT);
      STATION.upload(cube, CubeStation.cells("T", JUNE), body).await();
    }
    STATION.upload(cube, CubeStation.cells("T", MAY), body).await();

    assertThat(STATION.times(cube, "T")).isEqualTo(List.of(MAY, JUNE));
  }

  @Test
  void onlyThoseWhoMayChangeTheDataUpload() {
    LayerService.Sent body = CubeStation.sent(UUID.randomUUID(), bytes(numbers()));

    assertThat(
            problem(
                    STATION
                        .cubes
                        .layers()
                        .upload(STATION.neighbour(), cube, CubeStation.cells("T", MAY), body))
                .status())
        .isEqualTo(403);
    assertThat(STATION.times(cube, "T")).isEmpty();
  }
}
