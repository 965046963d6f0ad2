package io.glebe.core.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.problem.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** CQL2 in JSON is parsed to the same tree as CQL2 in text, and its faults have a pointer. */
class CqlJsonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'op':'=','args':[{'property':'a'},1]} | a = 1",
        "{'op':'<>','args':[{'property':'a'},'x']} | a <> 'x'",
        "{'op':'<','args':[1,{'property':'a'}]} | 1 < a",
        "{'op':'<=','args':[{'property':'a'},true]} | a <= TRUE",
        "{'op':'>','args':[{'property':'a'},2.5]} | a > 2.5",
        "{'op':'>=','args':[{'property':'a'},{'op':'*','args':[{'property':'b'},2]}]} | a >= b * 2",
        "{'op':'=','args':[{'property':'a'},{'op':'div','args':[7,2]}]} | a = 7 DIV 2",
        "{'op':'=','args':[{'property':'a'},{'op':'%','args':[7,2]}]} | a = 7 % 2",
        "{'op':'and','args':[{'property':'a'},{'op':'not','args':[{'property':'b'}]}]} | a AND NOT b",
        "{'op':'or','args':[{'property':'a'},{'property':'b'},{'property':'c'}]} | a OR b OR c",
        "{'op':'isNull','args':[{'property':'a'}]} | a IS NULL",
        "{'op':'s_within','args':[{'property':'g'},{'type':'Point','coordinates':[540000,5100000]}]} | s_within(g, POINT(540000 5100000))",
        "{'op':'s_within','args':[{'property':'g'},{'type':'GeometryCollection','geometries':[{'type':'Point','coordinates':[1,2]},{'type':'LineString','coordinates':[[1,2],[3,4]]}]}]} | s_within(g, GEOMETRYCOLLECTION(POINT(1 2), LINESTRING(1 2, 3 4)))",
        "{'op':'between','args':[{'property':'a'},1,5]} | a BETWEEN 1 AND 5",
        "{'op':'in','args':[{'property':'a'},['x','y']]} | a IN ('x', 'y')",
        "{'op':'like','args':[{'property':'a'},'w%']} | a LIKE 'w%'",
        "{'op':'ilike','args':[{'property':'a'},'w%']} | a ILIKE 'w%'",
        "{'op':'like','args':[{'property':'a'},{'op':'casei','args':['w%']}]} | a LIKE casei('w%')",
        "{'op':'=','args':[{'op':'accenti','args':[{'property':'a'}]},'x']} | accenti(a) = 'x'",
        "{'op':'>','args':[{'property':'a'},{'date':'2026-05-01'}]} | a > DATE('2026-05-01')",
        "{'op':'t_after','args':[{'property':'a'},{'timestamp':'2026-05-01T10:00:00Z'}]} | t_after(a, TIMESTAMP('2026-05-01T10:00:00Z'))",
        "{'op':'t_during','args':[{'property':'a'},{'interval':['2026-05-01','..']}]} | t_during(a, INTERVAL('2026-05-01', '..'))",
        "{'op':'t_during','args':[{'property':'a'},{'interval':[{'property':'b'},'..']}]} | t_during(a, INTERVAL(b, '..'))",
        "{'op':'s_intersects','args':[{'property':'geometry'},{'bbox':[0,0,1,1]}]} | s_intersects(geometry, BBOX(0, 0, 1, 1))",
        "{'op':'s_touches','args':[{'property':'geometry'},{'type':'Point','coordinates':[1,2]}]} | s_touches(geometry, POINT(1 2))",
      })
  void aFilterInJsonEqualsTheFilterInText(String json, String text) {
    assertThat(CqlJson.parse(json.replace('\'', '"'))).isEqualTo(Cql2Text.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{ | filter: ",
        "[1] | an expression is a value or an object",
        "null | an expression is a value or an object",
        "{'op':'='} | at /args: args is an array",
        "{'op':'=','args':[]} | at /args: args is an array",
        "{'op':'=','args':[1]} | at /args: = needs 2 arguments",
        "{'op':'+','args':[1,2,3]} | at /args: + needs 2 arguments",
        "{'op':'not','args':[true,false]} | at /args: not needs 1 arguments",
        "{'op':'isNull','args':[1,2]} | at /args: isnull needs 1 arguments",
        "{'op':'between','args':[1,2]} | at /args: between needs 3 arguments",
        "{'op':'like','args':[{'property':'a'}]} | at /args: like needs 2 arguments",
        "{'op':'like','args':[{'property':'a'},5]} | at /args/1: a pattern in a text is expected",
        "{'op':'nearby','args':[1]} | function nearby is not known",
        "{'op':'s_nearby','args':[1,2]} | expected one of [s_intersects, s_equals",
        "{'op':'t_soon','args':[1,2]} | expected one of [t_after, t_before",
        "{'op':'s_touches','args':[1]} | s_touches needs 2 arguments",
        "{'op':'casei','args':['a','b']} | casei needs 1 argument",
        "{'op':'and','args':[true,{'colour':'red'}]} | at /args/1: expected op with args",
        "{'date':5} | date needs a text",
        "{'date':'2026-13-01'} | '2026-13-01' is not a date",
        "{'timestamp':'today'} | 'today' is not a timestamp",
        "{'interval':['2026-05-01']} | interval needs 2 arguments",
        "{'bbox':[1,2,3]} | bbox needs 4 or 6 numbers",
        "{'bbox':[1,2,3,'x']} | bbox needs numbers",
        "{'op':'s_touches','args':[{'property':'geometry'},{'type':'Point','coordinates':['x',2]}]} | at /args/1/coordinates",
        "{'op':'s_touches','args':[{'property':'geometry'},{'type':'Polygon','coordinates':[[[0,0],[1,1],[1,0],[0,1],[0,0]]]}]} | not valid",
        "{'op':'s_touches','args':[{'property':'geometry'},{'type':'Polygon','coordinates':[[[0,0],[1,1],[0,0]]]}]} | at least 4 positions",
        "{'type':'GeometryCollection','geometries':[]} | a GeometryCollection has geometries",
        "{'type':'GeometryCollection','geometries':[{'type':'GeometryCollection','geometries':[]}]} | at /geometries/0/type",
        "{'op':'s_touches','args':[{'property':'geometry'},{'type':'Dot','coordinates':[1,2]}]} | at /args/1/type",
      })
  void aFaultIsAProblemWithPointerAndReason(String json, String expected) {
    assertThatThrownBy(() -> CqlJson.parse(json.replace('\'', '"')))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
        .hasMessageContaining(expected);
  }

  @Test
  void filtersThatAreTooLongOrTooDeepAreRefused() {
    String deep = "{\"date\":".repeat(60) + "true" + "}".repeat(60);
    assertThatThrownBy(() -> CqlJson.parse(deep)).hasMessageContaining("nested deeper than 50");
    String deeper = "{\"op\":\"not\",\"args\":[".repeat(60) + "true" + "]}".repeat(60);
    assertThatThrownBy(() -> CqlJson.parse(deeper)).hasMessageContaining("more than 100 levels");
    String fits = "{\"op\":\"not\",\"args\":[".repeat(49) + "true" + "]}".repeat(49);
    assertThat(CqlJson.parse(fits)).isInstanceOf(Cql.Not.class);
    BoundedCql filters = new BoundedCql(100);
    String wide = '"' + "x".repeat(99) + '"';
    assertThatThrownBy(() -> filters.json(wide)).hasMessageContaining("longer than 100 characters");
    assertThatThrownBy(() -> filters.text(wide)).hasMessageContaining("longer than 100 characters");
    assertThat(filters.text("a = '" + "x".repeat(94) + "'")).isInstanceOf(Cql.Comparison.class);
  }

  @Test
  void theNamesOfAFilterAreItsPropertiesInOrder() {
    Cql filter =
        Cql2Text.parse(
            "b = 1 OR NOT a LIKE 'x' AND c BETWEEN d AND e * 2 AND f IN (g, 1) AND h IS NULL"
                + " AND s_intersects(geometry, POINT(1 1)) AND t_after(i, INTERVAL(j, '..'))"
                + " AND casei(k) = accenti(l) AND m > DATE('2026-05-01') AND b = TRUE"
                + " AND n < TIMESTAMP('2026-05-01T00:00:00Z') AND t_before(i, INTERVAL('..', o))");
    assertThat(CqlNames.of(filter))
        .containsExactly(
            "b", "a", "c", "d", "e", "f", "g", "h", "geometry", "i", "j", "k", "l", "m", "n", "o");
  }

  @Test
  void onlyTheGeometriesOfAFilterAreReplaced() {
    Geometry moved = new GeometryFactory().createPoint();
    Cql filter =
        Cql2Text.parse("a = 1 AND (NOT s_within(geometry, POINT(1 1)) OR s_equals(POINT(2 2), g))");
    Cql expected =
        new Cql.And(
            List.of(
                Cql2Text.parse("a = 1"),
                new Cql.Or(
                    List.of(
                        new Cql.Not(
                            new Cql.Spatial(
                                Cql.SpatialRelation.WITHIN,
                                new Cql.Property("geometry"),
                                new Cql.Place(moved))),
                        new Cql.Spatial(
                            Cql.SpatialRelation.EQUALS,
                            new Cql.Place(moved),
                            new Cql.Property("g"))))));
    assertThat(CqlGeometries.each(filter, place -> moved)).isEqualTo(expected);
  }
}
