package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The requirement class request-data/filter: navigation, JSON members, lambda operators, null. */
class StaFilterTest {
  private static final StaClient STA = new StaClient("filter-test");
  private static final String MINE = "startswith(name, 'filtered ') and ";
  private static StaStation north;

  @BeforeAll
  static void threeStations() {
    north = StaStation.at(STA, "filtered north", 15, 47);
    StaStation south = StaStation.at(STA, "filtered south", 15, 45);
    STA.id("/Things", "{'name': 'filtered bare'}");
    north.another("filtered north wind", "any");
    patch(north, "{'properties': {'n': 1, 'list': [1, 2, 3], 'deep': [{'words': ['a', 'b']}]}}");
    patch(south, "{'properties': {'n': '1', 'list': ['x'], 'flag': true}}");
    for (int i = 1; i <= 3; i++) {
      north.observe(
          "{'result': %d, 'phenomenonTime': '2026-05-0%dT00:00:00Z', 'resultQuality': [%d, {'q': %d}]}"
              .formatted(i, i, i, 10 * i));
    }
    south.observe("{'result': 3, 'phenomenonTime': '2026-05-01T00:00:00Z'}");
  }

  private static void patch(StaStation station, String body) {
    assertThat(STA.send("PATCH", "/Things(" + station.thing() + ")", body).statusCode())
        .isEqualTo(200);
  }

  private static List<String> things(String filter) {
    String address =
        "/Things?$orderby=name&$filter=" + StaClient.encoded(MINE + "(" + filter + ")");
    return StaStation.texts(STA.json(address), "name").stream()
        .map(name -> name.substring("filtered ".length()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Datastreams/any(d:d/name eq 'filtered north wind')                   | north
          Datastreams/any(d : d/ObservedProperty/name eq 'filtered south')     | south
          Datastreams/any()                                                    | north,south
          not Datastreams/any()                                                | bare
          Datastreams/all(d:contains(d/name, 'filtered'))                      | bare,north,south
          Datastreams/all(d:d/name eq 'filtered north')                        | bare
          Datastreams/any(d:d/Observations/any(o:o/result ge 3))               | north,south
          Datastreams/any(d:d/Observations/any(o:o/result eq 2))               | north
          Datastreams/any(d:d/name eq name)                                    | north,south
          Datastreams/any(d:d/Thing/name eq $it/name and d/id gt 0)            | north,south
          Locations/any(l:st_within(l/location, geography'POLYGON((14 44, 16 44, 16 46, 14 46, 14 44))')) | south
          Datastreams/id eq null                                               | bare
          Datastreams/id ne null                                               | north,south
          properties/n eq null                                                 | bare
          properties/n eq 1                                                    | north
          properties/n eq '1'                                                  | north,south
          properties/list[1] eq 2                                              | north
          properties/list[0] eq 'x'                                            | south
          properties/deep[0]/words[1] eq 'b'                                   | north
          2 in properties/list                                                 | north
          'x' in properties/list                                               | south
          properties/flag                                                      | south
          properties/n in (1, 2)                                               | north
          """)
  void conditionsSelectTheEntitiesForWhichTheyHold(String filter, String names) {
    assertThat(things(filter)).containsExactly(names.split(","));
  }

  @Test
  void membersOfArraysAreReadAndFiltered() {
    assertThat(north.results("resultQuality[0] eq 2")).containsExactly("2");
    assertThat(north.results("resultQuality[1]/q ge 20")).containsExactly("2", "3");
    String properties = "/Things(" + north.thing() + ")/properties/";
    assertThat(STA.json(properties + "list%5B1%5D").path("list[1]").asInt()).isEqualTo(2);
    assertThat(STA.json(properties + "deep%5B0%5D/words").path("words")).hasSize(2);
    assertThat(STA.get(properties + "list%5B9%5D").statusCode()).isEqualTo(204);
  }

  @Test
  void patternsOfRelationsAreTested() {
    String area = "geography'POLYGON((14 46, 16 46, 16 48, 14 48, 14 46))'";
    for (String call :
        List.of(
            "st_relate(" + area + ", location, 'T********')",
            "st_relate(location, " + area + ", 'T*F**F***')")) {
      String filter = MINE + call;
      assertThat(StaStation.texts(STA.query("/Locations", "$filter", filter), "name"))
          .as(call)
          .containsExactly("filtered north");
    }
  }

  @Test
  void anyPropertyIsAnOrder() {
    for (String key : List.of("location", "properties", "encodingType", "description", "id")) {
      String path =
          "/Locations?$orderby="
              + key
              + " desc&$top=1&$filter="
              + StaClient.encoded(MINE + "true eq true");
      String next = STA.json(path).path("@iot.nextLink").asText();
      assertThat(STA.json(next.substring(next.indexOf("/sta/v1.1") + 9)).path("value"))
          .as(key)
          .hasSize(1);
    }
  }

  @Test
  void geometriesAndTextsAreOrderedByTheirTextOverPages() {
    double[] longitudes = {5, 20, 10};
    String[] names = {"ordered b", "ordered A", "ordered a"};
    for (int i = 0; i < names.length; i++) {
      STA.id(
          "/Locations",
          "{'name': '%s', 'location': %s}".formatted(names[i], StaStation.point(longitudes[i], 1)));
    }
    assertOrder("name", "ordered A", "ordered a", "ordered b");
    assertOrder("name desc", "ordered b", "ordered a", "ordered A");
    assertOrder("location", "ordered a", "ordered A", "ordered b");
    assertOrder("location desc", "ordered b", "ordered A", "ordered a");
    assertOrder("description,location", "ordered A", "ordered a", "ordered b");
  }

  private static void assertOrder(String order, String... names) {
    JsonNode first =
        STA.json(
            "/Locations?$top=2&$orderby="
                + StaClient.encoded(order)
                + "&$filter="
                + StaClient.encoded("startswith(name, 'ordered ')"));
    List<String> found = new ArrayList<>(StaStation.texts(first, "name"));
    assertThat(found).as(order).hasSize(2);
    JsonNode second = STA.next(first);
    found.addAll(StaStation.texts(second, "name"));
    assertThat(found).as(order).containsExactly(names);
    assertThat(second.has("@iot.nextLink")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Datastreams/any(d:e/name eq 'x')
          Datastreams/all()
          name/any(n:n eq 'x')
          Datastreams/any(d:d/name)
          properties/list[x] eq 1
          1 in name
          """)
  void brokenConditionsAreRefusedWithTheirPosition(String filter) {
    var answer = STA.get("/Things?$filter=" + StaClient.encoded(filter));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains("position");
  }
}
