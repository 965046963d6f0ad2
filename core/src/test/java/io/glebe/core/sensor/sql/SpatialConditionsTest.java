package io.glebe.core.sensor.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.Expr;
import io.glebe.core.sensor.query.QueryParser;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Tests each spatial function of SensorThings with a matching and a non-matching geometry. */
class SpatialConditionsTest {
  private static Expr parse(String filter) {
    return QueryParser.parse(Map.of("$filter", filter), 30_000).filter().orElseThrow();
  }

  private static GeoTest condition(String filter) {
    return GeoTest.of(parse(filter)).orElseThrow();
  }

  private static Geometry geometry(String wkt) throws ParseException {
    return new WKTReader().read(wkt);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st_intersects(location, S)   | POINT(1 1)                       | POINT(3 3)",
        "geo.intersects(location, S)  | POINT(1 1)                       | POINT(3 3)",
        "st_disjoint(location, S)     | POINT(3 3)                       | POINT(1 1)",
        "st_equals(location, S)       | POLYGON((2 2,0 2,0 0,2 0,2 2))   | POINT(1 1)",
        "st_touches(location, S)      | POINT(2 2)                       | POINT(1 1)",
        "st_within(location, S)       | POINT(1 1)                       | POINT(2 2)",
        "st_within(S, location)       | POLYGON((-1 -1,3 -1,3 3,-1 3,-1 -1)) | POINT(1 1)",
        "st_contains(S, location)     | POINT(1 1)                       | POINT(2 2)",
        "st_contains(location, S)     | POLYGON((-1 -1,3 -1,3 3,-1 3,-1 -1)) | POINT(1 1)",
        "st_overlaps(location, S)     | POLYGON((1 1,3 1,3 3,1 3,1 1))   | POINT(1 1)",
        "st_crosses(location, S)      | LINESTRING(-1 1,3 1)             | LINESTRING(3 3,4 4)",
        "st_relate(location, S, 'T*F**F***') | POINT(1 1)                | POINT(3 3)",
        "geo.distance(location, S) lt 1      | POINT(2.5 1)              | POINT(3 1)",
        "geo.distance(location, S) le 1      | POINT(3 1)                | POINT(3.5 1)",
        "geo.distance(S, location) gt 1.5    | POINT(4 1)                | POINT(3 1)",
        "geo.distance(location, S) ge 1      | POINT(3 1)                | POINT(2.5 1)",
        "geo.distance(location, S) eq 1      | POINT(3 1)                | POINT(4 1)",
        "geo.distance(location, S) ne 1      | POINT(4 1)                | POINT(3 1)",
        "1 lt geo.distance(location, S)      | POINT(4 1)                | POINT(3 1)",
        "1 le geo.distance(location, S)      | POINT(3 1)                | POINT(2.5 1)",
        "1 gt geo.distance(location, S)      | POINT(2.5 1)              | POINT(3 1)",
        "1 ge geo.distance(location, S)      | POINT(3 1)                | POINT(4 1)",
        "1 eq geo.distance(location, S)      | POINT(3 1)                | POINT(4 1)",
        "geo.length(location) gt 2           | LINESTRING(0 0,3 0)       | LINESTRING(0 0,2 0)",
      })
  void aGeometryMatchesOrNot(String filter, String passes, String fails) throws ParseException {
    GeoTest test = condition(filter.replace("S", "geography'POLYGON((0 0,2 0,2 2,0 2,0 0))'"));
    assertThat(test.path().names()).containsExactly("location");
    assertThat(test.test().test(geometry(passes))).as(passes).isTrue();
    assertThat(test.test().test(geometry(fails))).as(fails).isFalse();
    boolean byBox = test.near().isEmpty() || test.near().get().intersects(geometry(passes));
    assertThat(byBox || filter.contains("contains")).as("the box lets it through").isTrue();
  }

  @Test
  void theBoxIsUsedOnlyForConditionsThatItCanDecide() {
    assertThat(condition("st_within(location, geography'POINT(1 1)')").near()).isPresent();
    assertThat(condition("st_disjoint(location, geography'POINT(1 1)')").near()).isEmpty();
    assertThat(condition("geo.distance(location, geography'POINT(1 1)') lt 5").near()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "st_within(location, name)",
        "st_within(location)",
        "st_relate(location, geography'POINT(1 1)', 'all')",
        "geo.distance(location, name) lt 1",
        "geo.distance(location) lt 1",
        "geo.length(location, name) lt 1",
        "geo.distance(location, geography'POINT(1 1)') add 1",
        "geo.distance(location, geography'POINT(1 1)') lt other",
        "length(name) lt 1",
        "name eq 'x'",
        "not st_within(location, geography'POINT(1 1)')",
      })
  void otherExpressionsAreNotSpatialConditions(String filter) {
    assertThat(GeoTest.of(parse(filter))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Locations, location, Location",
    "Things, Locations/location, Location",
    "Observations, FeatureOfInterest/feature, FeatureOfInterest",
    "Observations, Datastream/observedArea, Datastream",
  })
  void aPathToAGeometryMayContainRelations(String set, String path, String type) {
    GeoTest test = condition("st_within(" + path + ", geography'POINT(1 1)')");
    GeoTest.Target target =
        ODataFilterSql.target(test, SensorModel.ofSet(set).orElseThrow(), Map.of(), "$filter");
    assertThat(target.type().name()).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "Things, name",
    "Things, Locations",
    "Things, Locations/name",
    "Things, nothing/here"
  })
  void aPathToAnotherPropertyIsRefused(String set, String path) {
    GeoTest test = condition("st_within(" + path + ", geography'POINT(1 1)')");
    assertThatThrownBy(
            () ->
                ODataFilterSql.target(
                    test, SensorModel.ofSet(set).orElseThrow(), Map.of(), "$filter"))
        .isInstanceOf(Problem.class)
        .hasMessageContaining("a path to a geometry is expected");
  }
}
