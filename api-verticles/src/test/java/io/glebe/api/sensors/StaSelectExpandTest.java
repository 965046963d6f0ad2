package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The requirement classes of request-data: select, expand, top, skip, count, orderby, formats. */
class StaSelectExpandTest {
  private static final StaClient STA = new StaClient("select-test");
  private static StaStation station;

  @BeforeAll
  static void stationWithObservations() {
    station = StaStation.at(STA, "selected");
    for (int i = 1; i <= 5; i++) {
      station.observe("{'result': %d, 'phenomenonTime': '2026-05-0%dT00:00:00Z'}".formatted(i, i));
    }
  }

  private static String self() {
    return "/Datastreams(" + station.datastream() + ")";
  }

  @Test
  void aSelectionHasTheNamedMembersAndNoOthers() {
    assertThat(STA.json(self() + "?$select=name").properties()).hasSize(1);
    JsonNode id = STA.json(self() + "?$select=id,name");
    assertThat(id.path("@iot.id").asLong()).isEqualTo(station.datastream());
    assertThat(id.properties()).hasSize(2);
    JsonNode link = STA.json(self() + "?$select=Thing");
    assertThat(link.path("Thing@iot.navigationLink").asText()).endsWith(self() + "/Thing");
    assertThat(link.properties()).hasSize(1);
    assertThat(
            STA.json(self() + "?$select=unitOfMeasurement/symbol")
                .at("/unitOfMeasurement/symbol")
                .asText())
        .isEqualTo("%");
    assertThat(STA.json(self() + "?$select=@iot.selfLink").path("@iot.selfLink").asText())
        .endsWith(self());
  }

  @Test
  void anExpansionKeepsTheLinkOfItsNavigation() {
    JsonNode whole = STA.json(self() + "?$expand=Thing,Observations($top=1)");
    assertThat(whole.path("Thing@iot.navigationLink").asText()).endsWith(self() + "/Thing");
    assertThat(whole.at("/Thing/name").asText()).isEqualTo("selected");
    assertThat(whole.path("Observations@iot.navigationLink").asText()).isNotEmpty();
    assertThat(whole.at("/Thing").has("Datastreams@iot.navigationLink")).isFalse();
    JsonNode named = STA.json(self() + "?$select=name&$expand=Thing($select=name,Locations)");
    assertThat(named.at("/Thing/Locations@iot.navigationLink").asText()).endsWith("/Locations");
    assertThat(named.has("Thing@iot.navigationLink")).isFalse();
  }

  @Test
  void expandedListsWithoutEntitiesHaveNoNextPage() {
    JsonNode stream =
        STA.json(
            "/Datastreams(" + station.datastream() + ")?$expand=Observations($top=0;$count=true)");
    assertThat(stream.path("Observations")).isEmpty();
    assertThat(stream.path("Observations@iot.count").asInt()).isEqualTo(5);
    assertThat(stream.has("Observations@iot.nextLink")).isFalse();
  }

  @Test
  void theLatestObservationLeadsToOthersOfTheSameTime() {
    StaStation one = StaStation.at(STA, "at one time");
    String latest =
        "/Datastreams("
            + one.datastream()
            + ")?$expand=Observations($top=1;$orderby=phenomenonTime desc)";
    one.observe("{'result': 1, 'phenomenonTime': '2026-05-01T10:00:00Z'}");
    assertThat(STA.json(latest).has("Observations@iot.nextLink")).isFalse();
    one.observe("{'result': 2, 'phenomenonTime': '2026-05-01T10:00:00Z'}");
    String next = STA.json(latest).path("Observations@iot.nextLink").asText();
    assertThat(next).isNotEmpty();
    JsonNode rest = STA.json(next.substring(next.indexOf("/sta/v1.1") + 9));
    assertThat(rest.path("value")).hasSize(1);
  }

  @Test
  void countsAndPagesAgree() {
    String list = station.observations();
    JsonNode page = STA.json(list + "?$count=true&$top=2&$skip=1&$orderby=result desc");
    assertThat(page.path("@iot.count").asInt()).isEqualTo(5);
    assertThat(StaStation.texts(page, "result")).containsExactly("4", "3");
    JsonNode rest = STA.next(page);
    assertThat(StaStation.texts(rest, "result")).containsExactly("2", "1");
    assertThat(rest.has("@iot.nextLink")).isFalse();
    JsonNode none = STA.json(list + "?$top=0&$count=true");
    assertThat(none.path("value")).isEmpty();
    assertThat(none.path("@iot.count").asInt()).isEqualTo(5);
    assertThat(STA.json(list + "?$count=false").has("@iot.count")).isFalse();
  }

  @Test
  void optionsOfListsMeanNothingForOneEntity() {
    assertThat(STA.json(self() + "?$top=1&$skip=1&$count=true").path("name").asText())
        .isEqualTo("selected");
    assertThat(STA.get(self() + "?$filter=id%20gt%200").statusCode()).isEqualTo(400);
    assertThat(STA.get(self() + "?$orderby=id").statusCode()).isEqualTo(400);
  }

  @Test
  void idsThatNobodyHasAre404() {
    for (String id : List.of("9223372036854775807", "99999999999999999999", "0", "x")) {
      assertThat(STA.get("/Things(" + id + ")").statusCode()).as(id).isEqualTo(404);
    }
  }

  @Test
  void aDataArrayHasAllComponentsUnlessSomeAreSelected() {
    JsonNode block =
        STA.json(station.observations() + "?$resultFormat=dataArray&$top=2").at("/value/0");
    assertThat(block.path("components").toString())
        .isEqualTo(
            "[\"id\",\"phenomenonTime\",\"resultTime\",\"result\",\"resultQuality\",\"validTime\","
                + "\"parameters\"]");
    assertThat(block.at("/dataArray/0")).hasSize(7);
    assertThat(block.at("/dataArray/0/4").isNull()).isTrue();
  }

  @Test
  void pagesOfDataArraysLeadToTheRest() {
    JsonNode page =
        STA.json(
            station.observations()
                + "?$resultFormat=dataArray&$select=result,id&$top=2&$count=true");
    List<String> results = new ArrayList<>(column(page));
    assertThat(results).containsExactly("1", "2");
    while (page.has("@iot.nextLink")) {
      page = STA.next(page);
      assertThat(page.at("/value/0/components").toString()).isEqualTo("[\"result\",\"id\"]");
      results.addAll(column(page));
    }
    assertThat(results).containsExactly("1", "2", "3", "4", "5");
  }

  /** The first column of a page of data arrays. */
  private static List<String> column(JsonNode page) {
    List<String> values = new ArrayList<>();
    page.at("/value/0/dataArray").forEach(row -> values.add(row.path(0).asText()));
    assertThat(values).hasSizeLessThanOrEqualTo(2);
    return values;
  }

  @Test
  void pagesOfReferencesLeadToTheRest() {
    String list = station.observations();
    List<String> all = StaStation.texts(STA.json(list + "?$orderby=result desc"), "@iot.selfLink");
    JsonNode page = STA.json(list + "/$ref?$top=2&$orderby=result desc");
    List<String> references = new ArrayList<>(StaStation.texts(page, "@iot.selfLink"));
    assertThat(references).hasSize(2);
    while (page.has("@iot.nextLink")) {
      page = STA.next(page);
      page.path("value").forEach(one -> assertThat(one.properties()).hasSize(1));
      references.addAll(StaStation.texts(page, "@iot.selfLink"));
    }
    assertThat(references).hasSize(5).isEqualTo(all);
  }

  @Test
  void aListIsReadAsLines() {
    HttpResponse<String> lines =
        STA.get(
            station.observations()
                + "?$resultFormat=CSV&$select=result,phenomenonTime&$top=2&$orderby=result");
    assertThat(lines.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/csv");
    assertThat(lines.body())
        .isEqualTo("result,phenomenonTime\r\n1,2026-05-01T00:00:00Z\r\n2,2026-05-02T00:00:00Z\r\n");
    assertThat(lines.headers().firstValue("Link").orElseThrow()).contains("rel=\"next\"");
    String quoted =
        STA.get("/Things?$resultFormat=CSV&$select=name,properties&$filter=name%20eq%20'selected'")
            .body();
    assertThat(quoted).isEqualTo("name,properties\r\nselected,\r\n");
    STA.id("/Things", "{'name': 'a, b', 'properties': {'k': 1}}");
    assertThat(
            STA.get(
                    "/Things?$resultFormat=CSV&$select=name,properties&$filter="
                        + StaClient.encoded("name eq 'a, b'"))
                .body())
        .endsWith("\r\n\"a, b\",\"{\"\"k\"\": 1}\"\r\n");
    assertThat(STA.get("/Things(1)?$resultFormat=CSV").statusCode()).isEqualTo(400);
    for (String form : List.of("CSV", "dataArray")) {
      String expanded = "/Observations?$expand=Datastream&$resultFormat=" + form;
      assertThat(STA.get(expanded).statusCode()).as("nothing can be expanded").isEqualTo(400);
    }
  }

  @Test
  void acceptSelectsTheLinesOfAListAsWell() {
    String list = station.observations() + "?$select=result&$top=1&$orderby=result";
    HttpResponse<String> lines = STA.get(list, "text/csv");
    assertThat(lines.body()).isEqualTo("result\r\n1\r\n");
    assertThat(lines.headers().firstValue("Link").orElseThrow()).contains("resultFormat=CSV");
    assertThat(STA.get(list, "text/csv, application/json;q=0.5").body()).startsWith("result");
    assertThat(STA.get(list, "application/json, text/csv;q=0.5").body()).startsWith("{");
    assertThat(STA.get(list, "text/html, */*;q=0.8").body()).startsWith("{");
    assertThat(STA.get(list, "image/png").statusCode()).isEqualTo(406);
    String expanded = list + "&$expand=FeatureOfInterest";
    assertThat(STA.get(expanded, "text/csv, application/json;q=0.5").body())
        .as("CSV has no expanded entities")
        .startsWith("{");
    assertThat(STA.get("/Things/$count", "text/plain").body()).matches("\\d+");
  }
}
