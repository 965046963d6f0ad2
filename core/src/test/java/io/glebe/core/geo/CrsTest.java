package io.glebe.core.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coordinate reference systems by name, their axis order, and geometries in them. */
class CrsTest {
  private static final String EPSG = "http://www.opengis.net/def/crs/EPSG/0/";
  private static final Offset<Double> METRES = within(0.01);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
        "http://www.opengis.net/def/crs/OGC/0/CRS84h",
        "[http://www.opengis.net/def/crs/OGC/1.3/CRS84]",
        "OGC:CRS84",
        "CRS84",
      })
  void longitudeAndLatitudeHaveSeveralNames(String name) {
    Crs crs = Crs.of(name).orElseThrow();
    assertThat(crs).isSameAs(Crs.CRS84);
    assertThat(crs.isStored()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "EPSG:4326, 4326",
    "[EPSG:4326], 4326",
    EPSG + "3857, 3857",
    "http://www.opengis.net/def/crs/EPSG/9.9.1/32633, 32633",
    "EPSG:32760, 32760",
    "EPSG:25833, 25833",
  })
  void otherSystemsAreNamedByTheirCode(String name, int epsg) {
    Crs crs = Crs.of(name).orElseThrow();
    assertThat(crs.uri()).isEqualTo(EPSG + epsg);
    assertThat(crs.isStored()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "EPSG:",
        "EPSG:32600",
        "EPSG:32661",
        "EPSG:32761",
        "EPSG:25839",
        "EPSG:3035",
        "urn:ogc:def:crs:EPSG::4326",
        "[EPSG:4326"
      })
  void otherNamesAreUnknown(String name) {
    assertThat(Crs.of(name)).isEmpty();
  }

  @Test
  void aPositionUsesTheAxisOrderAndConvertsBack() {
    double[] out = new double[2];
    Crs northFirst = Crs.of("EPSG:4326").orElseThrow();
    northFirst.fromLonLat(14.5, 46.05, out);
    assertThat(out).containsExactly(46.05, 14.5);
    northFirst.toLonLat(46.05, 14.5, out);
    assertThat(out).containsExactly(14.5, 46.05);
    Crs utm = Crs.of("EPSG:32633").orElseThrow();
    utm.fromLonLat(15, 0, out);
    assertThat(out[0]).as("the central meridian of zone 33").isCloseTo(500_000, METRES);
    assertThat(out[1]).isCloseTo(0, METRES);
    utm.fromLonLat(14.5, 46.05, out);
    utm.toLonLat(out[0], out[1], out);
    assertThat(out[0]).isCloseTo(14.5, within(1e-9));
    assertThat(out[1]).isCloseTo(46.05, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "14.5, 46.05, 32633",
    "-180, 10, 32601",
    "180, 10, 32660",
    "15, -33, 32733",
    "-0.1, 0, 32630",
  })
  void everyPositionHasAUtmZone(double longitude, double latitude, int epsg) {
    assertThat(Crs.utm(longitude, latitude).uri()).isEqualTo(EPSG + epsg);
  }

  private static ObjectNode geometry(String json) {
    return Json.parseObject(json.replace('\'', '"'));
  }

  @Test
  void aGeometryIsWrittenInACrsWithHeightsAndFewDecimals() {
    Optional<Crs> mercator = Crs.of("EPSG:3857");
    JsonNode line =
        new GeoJsonIn(mercator.orElseThrow())
            .of(geometry("{'type':'LineString','coordinates':[[0,0,250.5],[180,0]]}"));
    assertThat(line)
        .isEqualTo(
            geometry(
                "{'type':'LineString','coordinates':[[0.0000,0.0000,250.5],[20037508.3428,0.0000]]}"));
    JsonNode polygon =
        new GeoJsonIn(Crs.of("EPSG:4326").orElseThrow())
            .of(
                geometry(
                    "{'type':'Polygon','coordinates':[[[14,46],[15,46],[15,47.1234567891],[14,46]]]}"));
    assertThat(polygon.at("/coordinates/0/2/0").decimalValue().toPlainString())
        .isEqualTo("47.123456789");
    assertThat(polygon.at("/coordinates/0/2/1").intValue()).isEqualTo(15);
  }

  @Test
  void aPositionOutsideTheCrsIsRejected() {
    GeoJsonIn mercator = new GeoJsonIn(Crs.of("EPSG:3857").orElseThrow());
    assertThatThrownBy(() -> mercator.of(geometry("{'type':'Point','coordinates':[0,90]}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outside of " + EPSG + "3857");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Point','coordinates':[1.0,2.0]}",
        "{'type':'LineString','coordinates':[[0.0,0.0],[1.0,1.0]]}",
        "{'type':'Polygon','coordinates':[[[0.0,0.0],[9.0,0.0],[9.0,9.0],[0.0,0.0]],[[2.0,1.0],[3.0,2.0],[3.0,1.0],[2.0,1.0]]]}",
      })
  void aSimpleGeometryIsUnchangedAfterReadingAndWriting(String json) {
    assertThat(GeoJson.of(GeoJson.toGeometry(geometry(json))).toString())
        .isEqualTo(geometry(json).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'MultiPoint','coordinates':[[1,2],[3,4]]} | MULTIPOINT ((1 2), (3 4))",
        "{'type':'MultiLineString','coordinates':[[[0,0],[1,1]]]} | MULTILINESTRING ((0 0, 1 1))",
        "{'type':'MultiPolygon','coordinates':[[[[0,0],[1,0],[1,1],[0,0]]]]} | MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
      })
  void geometriesWithSeveralPartsAreRead(String json, String wkt) {
    assertThat(GeoJson.toGeometry(geometry(json)).toText()).isEqualTo(wkt);
    assertThatThrownBy(() -> GeoJson.of(GeoJson.toGeometry(geometry(json))))
        .hasMessageContaining("no simple geometry");
  }

  @Test
  void anUnknownGeometryTypeIsRejected() {
    assertThatThrownBy(() -> GeoJson.toGeometry(geometry("{'type':'Circle','coordinates':[1,2]}")))
        .hasMessageContaining("no geometry type");
  }
}
