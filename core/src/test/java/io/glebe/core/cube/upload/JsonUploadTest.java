package io.glebe.core.cube.upload;

import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells as JSON. */
class JsonUploadTest {
  private static final CubeStation STATION = new CubeStation();

  private final String cube =
      STATION.cube(
          CubeStation.layer("H", "float32"),
          Json.object().put("name", "T").put("dtype", "int16").put("scale", 0.01).put("offset", 1));

  @AfterAll
  static void close() {
    STATION.close();
  }

  /** Rows of one number. */
  private static ArrayNode rows(int height, int width, double value) {
    ArrayNode rows = Json.array();
    for (int r = 0; r < height; r++) {
      ArrayNode row = rows.addArray();
      for (int c = 0; c < width; c++) {
        row.add(value);
      }
    }
    return rows;
  }

  private static ObjectNode slice(Instant time, double value) {
    ObjectNode slice = Json.object().put("datetime", time.toString());
    slice.set("values", rows(HEIGHT, WIDTH, value));
    return slice;
  }

  private static ObjectNode values(double value) {
    return Json.object().set("values", rows(HEIGHT, WIDTH, value));
  }

  private Problem refusal(UploadSpec spec, String body) {
    Problem refused = problem(STATION.upload(cube, spec, body.getBytes(StandardCharsets.UTF_8)));
    assertThat(STATION.times(cube, spec.layer())).as("nothing is stored").isEmpty();
    return refused;
  }

  private static UploadSpec physical(UploadSpec spec) {
    return new UploadSpec(
        spec.layer(),
        spec.instants(),
        spec.merge(),
        spec.window(),
        spec.form(),
        spec.raw(),
        true,
        spec.raster());
  }

  @Test
  void aDocumentIsOneSliceOfTheGivenTime() {
    ObjectNode body = values(1.5);
    ((ArrayNode) body.path("values").get(2)).setNull(3);

    STATION.upload(cube, CubeStation.file("H", MAY), Json.bytes(body)).await();

    float[] expected = CubeStation.constant(1.5f);
    expected[2 * WIDTH + 3] = -9999;
    assertThat(STATION.floats(cube, "H", MAY)).isEqualTo(expected);
  }

  @Test
  void severalSlicesHaveTheirOwnTimesOrThoseOfTheUploadInOrder() {
    ObjectNode own = Json.object();
    own.putArray("slices").add(slice(JUNE, 2)).add(slice(MAY, 1));
    SliceUpload.UploadResult result =
        STATION.upload(cube, CubeStation.file("H"), Json.bytes(own)).await();
    assertThat(result.instants()).containsExactly(JUNE, MAY);
    assertThat(STATION.floats(cube, "H", MAY)).isEqualTo(CubeStation.constant(1));
    assertThat(STATION.floats(cube, "H", JUNE)).isEqualTo(CubeStation.constant(2));

    ObjectNode named = Json.object();
    named.putArray("slices").add(values(3)).add(values(4));
    STATION.upload(cube, CubeStation.file("H", MAY, JUNE), Json.bytes(named)).await();
    assertThat(STATION.floats(cube, "H", MAY)).isEqualTo(CubeStation.constant(3));
    assertThat(STATION.floats(cube, "H", JUNE)).isEqualTo(CubeStation.constant(4));
  }

  @Test
  void aWindowChangesItsCellsOnly() {
    STATION.upload(cube, CubeStation.file("H", MAY), Json.bytes(values(1))).await();
    UploadSpec whole = CubeStation.file("H", MAY);
    UploadSpec window =
        new UploadSpec(
            "H",
            whole.instants(),
            false,
            Optional.of(new UploadSpec.Patch(5, 3, 2, 4)),
            whole.form(),
            whole.raw(),
            false,
            whole.raster());
    ObjectNode body = Json.object().set("values", rows(4, 2, 9));

    STATION.upload(cube, window, Json.bytes(body)).await();

    float[] expected = CubeStation.constant(1);
    for (int row = 3; row < 7; row++) {
      expected[row * WIDTH + 5] = 9;
      expected[row * WIDTH + 6] = 9;
    }
    assertThat(STATION.floats(cube, "H", MAY)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1]                                                 | ''           | an object is expected
          {"values": [], "datetime": "2026-05-01T10:00:00Z"}  | /values      | before the values
          {"datetime": 7}                                     | /datetime    | a time is expected
          {"datetime": "soon"}                                | /datetime    | soon
          {"cells": []}                                       | /cells       | members are
          {"slices": {}}                                      | /slices      | an array
          {"slices": [7]}                                     | /slices/0    | an object
          {"slices": [{"slices": []}]}                        | /slices/0/slices | members are
          {}                                                  | ''           | neither
          {"slices": []}                                      | ''           | neither
          """)
  void eachMemberIsChecked(String body, String pointer, String detail) {
    Problem refused = refusal(CubeStation.file("H"), body);

    assertThat(refused.type()).isEqualTo(ProblemType.INVALID_RECORD);
    assertThat(refused.violations().getFirst().where()).isEqualTo(pointer);
    assertThat(refused.detail()).contains(detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"values": 3}                 | /values     | an array of rows
          {"values": [3]}               | /values/0   | an array of numbers
          {"values": [[1]]}             | /values/0   | 1 numbers instead of 20
          {"values": [["x"]]}           | /values/0/0 | a number or null
          {"values": [[1e999]]}         | /values/0/0 | too large
          {"values": []}                | /values     | 0 rows instead of 10
          """)
  void rowsAreThoseOfTheGrid(String body, String pointer, String detail) {
    Problem refused = refusal(CubeStation.file("H", MAY), body);

    assertThat(refused.violations().getFirst().where()).isEqualTo(pointer);
    assertThat(refused.detail()).contains(detail);
  }

  @Test
  void moreRowsOrNumbersThanTheGridHasAreRefused() {
    UploadSpec spec = CubeStation.file("H", MAY);
    String high = Json.write(Json.object().set("values", rows(HEIGHT + 1, WIDTH, 1)));
    String wide = Json.write(Json.object().set("values", rows(HEIGHT, WIDTH + 1, 1)));

    assertThat(refusal(spec, high).violations().getFirst().where()).isEqualTo("/values/10");
    assertThat(refusal(spec, wide).detail()).contains("more than 20 numbers");
  }

  @Test
  void textThatIsNoJsonIsMalformed() {
    UploadSpec spec = CubeStation.file("H", MAY);
    String whole = Json.write(values(1));
    for (String body :
        List.of(
            "{\"datetime\": ",
            whole.substring(0, whole.length() / 2),
            whole + "{}",
            whole.replace("1.0]", "1.0}"))) {
      assertThat(refusal(spec, body).type()).isEqualTo(ProblemType.MALFORMED_REQUEST);
    }
    assertThat(refusal(spec, "").detail()).contains("neither GeoTIFF nor .npy nor JSON");
  }

  @Test
  void timesWithoutASliceAndSlicesOfOneTimeAreRefused() {
    ObjectNode twice = Json.object();
    twice.putArray("slices").add(slice(MAY, 1)).add(slice(MAY, 2));

    assertThat(refusal(CubeStation.file("H"), Json.write(twice)).detail())
        .contains("two slices of 2026-05-01");
    assertThat(refusal(CubeStation.file("H", MAY, JUNE), Json.write(values(1))).detail())
        .contains("1 of the times");
    assertThat(refusal(CubeStation.file("H"), Json.write(values(1))).detail())
        .contains("datetime must come before");
  }

  @Test
  void quantitiesAreScaledAndRoundedToTheStepOfTheLayer() {
    STATION.upload(cube, physical(CubeStation.file("T", MAY)), Json.bytes(values(0.504))).await();

    assertThat(STATION.shorts(cube, "T", MAY)).containsOnly(-50);
  }

  @Test
  void numbersThatTheLayerCannotStoreAreRefused() {
    UploadSpec spec = CubeStation.file("T", MAY);
    ObjectNode gap = values(1);
    ((ArrayNode) gap.path("values").get(3)).setNull(4);

    assertThat(refusal(spec, Json.write(values(0.5))).detail()).contains("0.5", "values=physical");
    assertThat(refusal(physical(spec), Json.write(values(500))).detail()).contains("int16");
    assertThat(refusal(spec, Json.write(gap)).detail()).contains("row 3, column 4", "nodata");
    assertThat(refusal(CubeStation.file("H", MAY), Json.write(values(1e300))).detail())
        .contains("float32");
  }
}
