package io.glebe.core.geo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Polygon;

class GeometryCheckTest {
  private static final List<String> ALL =
      List.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  private static List<GeometryFault> faults(String json) {
    return GeometryCheck.faults(Json.parse(json), ALL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1]]]}|/coordinates/0",
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}|/coordinates/0/3",
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1],[0,0,5]]]}|/coordinates/0/4",
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[200,0],[1,1],[0,0]]]}|/coordinates/0/1/0",
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[5,5],[6,5],[6,6],[5,5]]]}|/coordinates/1/0",
        "{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,0],[1,1],[0,0]]]]}|/coordinates",
        "{\"type\":\"MultiLineString\",\"coordinates\":[[[0,0],[1,1]],[[0,0]]]}|/coordinates/1",
        "{\"type\":\"MultiPoint\",\"coordinates\":[[0,0],[0]]}|/coordinates/1",
        "{\"type\":\"GeometryCollection\",\"geometries\":[]}|/type",
        "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0,0],[0,0],[0,0]]]}|/coordinates",
        "[]|''"
      })
  void anErrorIsReportedWithItsPosition(String geometry, String pointer) {
    assertThat(faults(geometry))
        .isNotEmpty()
        .first()
        .extracting("pointer")
        .asString()
        .startsWith(pointer);
  }

  @Test
  void aGeometryOfTheMostPositionsIsAcceptedAndOneMoreIsNot() {
    int most = 100_000;
    assertThat(GeometryCheck.faults(line(most), ALL, most)).isEmpty();
    assertThat(GeometryCheck.faults(line(most + 1), ALL)).isEmpty();
    assertThat(GeometryCheck.faults(line(most + 1), ALL, most))
        .singleElement()
        .extracting("pointer")
        .isEqualTo("/coordinates");
  }

  private static ObjectNode line(int positions) {
    ObjectNode line = Json.object().put("type", "LineString");
    ArrayNode at = line.putArray("coordinates");
    for (int i = 0; i < positions; i++) {
      at.addArray().add(i * 1e-4).add(i % 2 * 1e-4);
    }
    return line;
  }

  @Test
  void ringsBecomeRightHandedFromAnyDirection() {
    for (long seed = 1; seed <= 100; seed++) {
      Random random = new Random(seed);
      ObjectNode polygon = Json.object().put("type", "Polygon");
      ArrayNode rings = polygon.putArray("coordinates");
      rings.add(square(10, random.nextBoolean()));
      rings.add(square(4, random.nextBoolean()));
      JsonNode turned = GeoJson.rightHanded(polygon);
      Polygon geometry = (Polygon) GeoJson.toGeometry(turned);
      assertThat(Orientation.isCCW(geometry.getExteriorRing().getCoordinates()))
          .as("seed %d", seed)
          .isTrue();
      assertThat(Orientation.isCCW(geometry.getInteriorRingN(0).getCoordinates()))
          .as("seed %d", seed)
          .isFalse();
      assertThat(GeoJson.rightHanded(turned)).as("seed %d", seed).isEqualTo(turned);
      assertThat(geometry.equalsTopo(GeoJson.toGeometry(polygon))).as("seed %d", seed).isTrue();
    }
  }

  private static ArrayNode square(int half, boolean clockwise) {
    int[][] corners = {{-half, -half}, {half, -half}, {half, half}, {-half, half}, {-half, -half}};
    ArrayNode ring = Json.array();
    for (int i = 0; i < corners.length; i++) {
      int[] c = corners[clockwise ? corners.length - 1 - i : i];
      ring.addArray().add(c[0]).add(c[1]);
    }
    return ring;
  }

  @Test
  void theNumberOfErrorsPerGeometryIsLimited() {
    ObjectNode points = Json.object().put("type", "MultiPoint");
    ArrayNode at = points.putArray("coordinates");
    for (int i = 0; i < 1000; i++) {
      at.addArray().add(999).add(999);
    }
    assertThat(GeometryCheck.faults(points, ALL))
        .hasSizeLessThanOrEqualTo(GeometryCheck.MAX_FAULTS + 1);
  }
}
