package io.glebe.core.cube.series;

import static io.glebe.core.cube.CubeStation.CELL;
import static io.glebe.core.cube.CubeStation.HEIGHT;
import static io.glebe.core.cube.CubeStation.JUNE;
import static io.glebe.core.cube.CubeStation.LEFT;
import static io.glebe.core.cube.CubeStation.MAY;
import static io.glebe.core.cube.CubeStation.TOP;
import static io.glebe.core.cube.CubeStation.WIDTH;
import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.CubeStation;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.json.Json;
import io.glebe.tile.grid.Bounds;
import io.glebe.tile.grid.Projection;
import io.glebe.tile.series.Resolution;
import io.glebe.tile.series.SeriesArea;
import io.glebe.tile.series.Statistic;
import io.vertx.core.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Series over areas and their forms. Each cell is a tenth of its column number. */
class SeriesServiceTest {
  private static final CubeStation STATION = new CubeStation();
  private static final Projection UTM = Projection.of(32633);
  private static final SeriesLocation WHOLE = box(0, 0, WIDTH, HEIGHT);
  private static final Set<Statistic> MEAN = EnumSet.of(Statistic.MEAN);

  private final String cube = cube();

  @AfterAll
  static void close() {
    STATION.close();
  }

  private static String cube() {
    String id =
        STATION.cube(
            CubeStation.layer("NDVI", "int16").put("scale", 0.0001),
            Json.object().put("name", "CLOUD").put("dtype", "uint8").put("categorical", true));
    STATION.columns(id, "NDVI", MAY, 0);
    STATION.columns(id, "NDVI", JUNE, 500);
    return id;
  }

  private static SeriesLocation box(double left, double top, double right, double bottom) {
    return new SeriesLocation.Of(
        SeriesArea.box(
            UTM,
            new Bounds(
                LEFT + CELL * left, TOP - CELL * bottom, LEFT + CELL * right, TOP - CELL * top)));
  }

  private static SeriesQuery query(
      String when, SeriesLocation place, Resolution resolution, Set<Statistic> statistics) {
    return new SeriesQuery(
        List.of("NDVI"),
        Datetime.parse(when),
        place,
        resolution,
        ZoneOffset.UTC,
        statistics,
        List.of(),
        Optional.empty());
  }

  private static SeriesQuery masked(SeriesLocation place, String mask) {
    return new SeriesQuery(
        List.of("NDVI"),
        Datetime.at(MAY),
        place,
        Resolution.ALL,
        ZoneOffset.UTC,
        MEAN,
        List.of(),
        Optional.of(SeriesQuery.Mask.parse(mask)));
  }

  private Future<OpenSeries> open(SeriesQuery query) {
    return STATION.cubes.series().open(STATION.owner(), cube, Optional.empty(), query, () -> false);
  }

  private String text(SeriesQuery query, SeriesForm.Shape shape, SeriesForm.Format format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OpenSeries series = open(query).await()) {
      new SeriesForm(shape, format, query).write(series, out);
      series.completed();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private ObjectNode summary(SeriesQuery query) {
    return (ObjectNode)
        Json.parse(text(query, SeriesForm.Shape.SUMMARY, SeriesForm.Format.JSON))
            .path("layers")
            .get(0);
  }

  private JsonNode values(SeriesQuery query) {
    return Json.parse(text(query, SeriesForm.Shape.SERIES, SeriesForm.Format.JSON))
        .path("series")
        .get(0)
        .path("values");
  }

  /** A rectangle in columns and rows as a GeoJSON polygon in degrees. */
  private static String polygon(double left, double top, double right, double bottom) {
    ObjectNode geometry = Json.object().put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    double[][] corners = {{left, top}, {left, bottom}, {right, bottom}, {right, top}, {left, top}};
    for (double[] corner : corners) {
      double[] place = CubeStation.lonLat(corner[0], corner[1]);
      ring.addArray().add(place[0]).add(place[1]);
    }
    return Json.write(geometry).replace('"', '\'');
  }

  private static UUID field(String more, String geometry) {
    UUID id = UUID.randomUUID();
    STATION.farm.system(
        "Field",
        id,
        "{'name': 'F', 'farmId': '"
            + STATION.farm.farm
            + "', "
            + more
            + "'geometry': "
            + geometry
            + "}");
    return id;
  }

  @Test
  void cellsAtTheEdgeOfAnAreaCountWithTheirCoveredFraction() {
    // columns 2 (half), 3 and 4 (a quarter), rows 1, 2 and 3 (half)
    ObjectNode layer =
        summary(
            query(
                MAY.toString(),
                box(2.5, 1, 4.25, 3.5),
                Resolution.ALL,
                EnumSet.allOf(Statistic.class)));

    double mean = (0.5 * 0.2 + 0.3 + 0.25 * 0.4) / 1.75;
    assertThat(layer.path("mean").asDouble()).isCloseTo(mean, within(1e-6));
    assertThat(layer.path("sum").asDouble()).isCloseTo(mean * 1.75 * 2.5, within(1e-5));
    assertThat(layer.path("count").asDouble()).isCloseTo(1.75 * 2.5, within(1e-6));
    assertThat(layer.path("min").asDouble()).isCloseTo(0.2, within(1e-6));
    assertThat(layer.path("max").asDouble()).isCloseTo(0.4, within(1e-6));
    assertThat(layer.path("valid").asInt()).isEqualTo(9);
    assertThat(layer.path("areaPixels").asDouble()).isCloseTo(1.75 * 2.5, within(1e-6));
    assertThat(layer.path("touchedPixels").asInt()).isEqualTo(9);
    assertThat(layer.path("from").asText()).isEqualTo(MAY.toString());
  }

  @Test
  void datesAreGroupedIntoBucketsOfTheTimeZone() {
    assertThat(values(query("2000-01-01/..", WHOLE, Resolution.MONTH, MEAN))).hasSize(2);
    JsonNode one = values(query("2000-01-01/..", WHOLE, Resolution.ALL, MEAN));
    assertThat(one).hasSize(1);
    assertThat(one.get(0).path("slices").asInt()).isEqualTo(2);
    assertThat(one.get(0).path("mean").asDouble()).isCloseTo(0.975, within(1e-6));
    SeriesQuery kiritimati =
        new SeriesQuery(
            List.of("NDVI"),
            Datetime.at(JUNE),
            WHOLE,
            Resolution.MONTH,
            ZoneId.of("Pacific/Kiritimati"),
            MEAN,
            List.of(),
            Optional.empty());
    assertThat(values(kiritimati).get(0).path("datetime").asText())
        .isEqualTo("2026-06-01T00:00:00+14:00");
    assertThat(values(query("2020-01-01/2020-02-01", WHOLE, Resolution.SLICE, MEAN)))
        .as("no slice")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "latest, 2026-06-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "nearest:2026-05-05, 2026-05-01T10:00:00Z, 2026-05-01T10:00:00Z",
    "nearest:2026-09-01, 2026-06-01T10:00:00Z, 2026-05-01T10:00:00Z"
  })
  void theLatestOrNearestSliceIsThatOfEachLayer(String when, String ofNdvi, String ofCloud) {
    STATION.upload(cube, CubeStation.cells("CLOUD", MAY), new byte[WIDTH * HEIGHT]).await();
    SeriesQuery query =
        new SeriesQuery(
            List.of("NDVI", "CLOUD"),
            Datetime.parse(when),
            WHOLE,
            Resolution.SLICE,
            ZoneOffset.UTC,
            MEAN,
            List.of(),
            Optional.empty());

    JsonNode series =
        Json.parse(text(query, SeriesForm.Shape.SERIES, SeriesForm.Format.JSON)).path("series");

    assertThat(series.get(0).path("values")).hasSize(1);
    assertThat(series.get(0).at("/values/0/datetime").asText()).isEqualTo(ofNdvi);
    assertThat(series.get(1).path("values")).hasSize(1);
    assertThat(series.get(1).at("/values/0/datetime").asText()).isEqualTo(ofCloud);
  }

  @Test
  void theLatestSliceOfALayerWithoutDataIsNone() {
    String empty = STATION.cube(CubeStation.layer("NDVI", "int16"));
    SeriesQuery query = query("latest", WHOLE, Resolution.SLICE, MEAN);
    try (OpenSeries series =
        STATION
            .cubes
            .series()
            .open(STATION.owner(), empty, Optional.empty(), query, () -> false)
            .await()) {
      assertThat(series.layers().getFirst().run()).isEmpty();
      series.completed();
    }
  }

  @Test
  void aSeriesIsReturnedAsCsvAndAsLinesOfJson() {
    SeriesQuery query =
        new SeriesQuery(
            List.of("NDVI"),
            Datetime.parse("2000-01-01/.."),
            box(3, 0, 4, HEIGHT),
            Resolution.SLICE,
            ZoneOffset.UTC,
            EnumSet.of(Statistic.MAX, Statistic.MIN),
            List.of(50.0, 2.5),
            Optional.empty());

    List<String> csv = text(query, SeriesForm.Shape.SERIES, SeriesForm.Format.CSV).lines().toList();
    List<String> lines =
        text(query, SeriesForm.Shape.SERIES, SeriesForm.Format.NDJSON).lines().toList();

    assertThat(csv).hasSize(3);
    assertThat(csv.getFirst())
        .isEqualTo("layer,datetime,from,to,slices,min,max,p50,p2.5,valid,nodata,masked,weight");
    assertThat(csv.get(1))
        .startsWith("NDVI,2026-05-01T10:00:00Z,2026-05-01T10:00:00Z,2026-05-01T10:00:00Z,1,")
        .endsWith(",10,0,0,10.0");
    assertThat(Double.parseDouble(csv.get(1).split(",", -1)[5])).isCloseTo(0.3, within(1e-6));
    assertThat(lines).hasSize(2);
    ObjectNode second = Json.parseObject(lines.get(1));
    assertThat(second.path("layer").asText()).isEqualTo("NDVI");
    assertThat(second.path("datetime").asText()).isEqualTo("2026-06-01T10:00:00Z");
    assertThat(second.path("percentiles").path("2.5").asDouble()).isCloseTo(0.35, within(1e-4));
    assertThat(second.has("mean")).isFalse();
  }

  @Test
  void aPointHasTheValueOfItsCellInEachSlice() {
    SeriesQuery query =
        query(
            "2000-01-01/..",
            new SeriesLocation.Of(SeriesArea.point(UTM, LEFT + 71, TOP - 42)),
            Resolution.SLICE,
            MEAN);

    JsonNode point = Json.parse(text(query, SeriesForm.Shape.POINT, SeriesForm.Format.JSON));

    assertThat(point.path("layer").asText()).isEqualTo("NDVI");
    assertThat(point.path("values")).hasSize(2);
    assertThat(point.path("values").get(1).path("value").asDouble()).isCloseTo(0.75, within(1e-6));
    assertThat(point.path("values").get(1).path("datetime").asText())
        .isEqualTo("2026-06-01T10:00:00Z");
  }

  @Test
  void cellsWithoutAValueAreNullAndCounted() {
    short[] cells = new short[WIDTH * HEIGHT];
    Arrays.fill(cells, (short) -9999);
    STATION.upload(cube, CubeStation.cells("NDVI", MAY), CubeStation.bytes(cells)).await();

    ObjectNode layer = summary(query(MAY.toString(), WHOLE, Resolution.ALL, MEAN));

    assertThat(layer.path("mean").isNull()).isTrue();
    assertThat(layer.path("nodata").asInt()).isEqualTo(200);
    assertThat(layer.path("valid").asInt()).isZero();
  }

  @Test
  void maskedCellsAreExcludedAndCountedSeparately() {
    byte[] clouds = new byte[WIDTH * HEIGHT];
    for (int i = 0; i < clouds.length; i++) {
      clouds[i] = (byte) (i % WIDTH < 15 ? 3 : i % WIDTH == 19 ? 2 : 0);
    }
    STATION.upload(cube, CubeStation.cells("CLOUD", MAY), clouds).await();

    ObjectNode layer = summary(masked(WHOLE, "CLOUD:2,3"));

    assertThat(layer.path("valid").asInt()).isEqualTo(40);
    assertThat(layer.path("masked").asInt()).isEqualTo(160);
    assertThat(layer.path("mean").asDouble()).isCloseTo(1.65, within(1e-6));
    assertThat(problem(open(masked(WHOLE, "FOG:1"))).status()).isEqualTo(404);
  }

  @Test
  void eachDateUsesTheShapeOfTheFieldOnThatDate() {
    String number = "'fieldNumber': '" + UUID.randomUUID() + "', ";
    field(number + "'startsAt': '2026-01-01', 'endsAt': '2026-05-15', ", polygon(0, 0, 2, 10));
    UUID now = field(number + "'startsAt': '2026-05-16', ", polygon(10, 0, 14, 10));
    SeriesQuery query =
        query("2000-01-01/..", new SeriesLocation.OfField(now), Resolution.SLICE, MEAN);

    JsonNode series =
        Json.parse(text(query, SeriesForm.Shape.SERIES, SeriesForm.Format.JSON))
            .path("series")
            .get(0);

    assertThat(series.path("values").get(0).path("mean").asDouble()).isCloseTo(0.05, within(1e-3));
    assertThat(series.path("values").get(1).path("mean").asDouble()).isCloseTo(1.2, within(1e-3));
    assertThat(series.path("areas").get(0).path("areaPixels").asDouble())
        .isCloseTo(20, within(0.01));
    assertThat(series.path("areas").get(1).path("areaPixels").asDouble())
        .isCloseTo(40, within(0.01));
  }

  @Test
  void aRegionIsReadFromTheRecordsAndUnknownOnesAreRefused() {
    UUID field = field("", polygon(0, 0, 20, 10));
    UUID region = UUID.randomUUID();
    STATION.farm.system(
        "Region",
        region,
        "{'name': 'Zone', 'fieldId': '" + field + "', 'geometry': " + polygon(4, 0, 5, 10) + "}");

    ObjectNode layer =
        summary(query(MAY.toString(), new SeriesLocation.OfRegion(region), Resolution.ALL, MEAN));

    assertThat(layer.path("mean").asDouble()).isCloseTo(0.4, within(1e-3));
    SeriesLocation unknown = new SeriesLocation.OfField(UUID.randomUUID());
    assertThat(problem(open(query("latest", unknown, Resolution.ALL, MEAN))).status())
        .isEqualTo(404);
  }

  @Test
  void nobodyReadsTheSeriesOfAnotherFarm() {
    SeriesQuery query = query("latest", WHOLE, Resolution.ALL, MEAN);

    assertThat(
            problem(
                    STATION
                        .cubes
                        .series()
                        .open(STATION.neighbour(), cube, Optional.empty(), query, () -> false))
                .status())
        .isEqualTo(403);
    UUID field = field("", polygon(0, 0, 20, 10));
    SeriesQuery ofField = query("latest", new SeriesLocation.OfField(field), Resolution.ALL, MEAN);
    assertThat(
            problem(
                    new RecordAreas(STATION.farm.records)
                        .find(STATION.neighbour(), ofField.place()))
                .status())
        .isEqualTo(403);
  }
}
