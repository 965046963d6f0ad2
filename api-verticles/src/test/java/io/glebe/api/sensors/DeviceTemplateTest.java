package io.glebe.api.sensors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.sensor.entity.DeviceTemplate;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The composite by templates of types of devices. */
class DeviceTemplateTest {
  private static final StaClient STA = new StaClient("template-test");

  static List<String> names() {
    return DeviceTemplate.names();
  }

  private static JsonNode listed(String name) {
    return STA.json("/device-templates")
        .path("value")
        .valueStream()
        .filter(one -> one.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aTemplateMakesTheDatastreamsThatItLists(String name) {
    ObjectNode made =
        STA.post(
            "/composite", "{'template': '" + name + "', 'thing': {'name': 'by " + name + "'}}");
    JsonNode template = listed(name);
    JsonNode thing =
        STA.json(
            "/Things("
                + made.at("/thing/@iot.id").asLong()
                + ")?$expand=Datastreams($orderby=id;$expand=Sensor,ObservedProperty)");
    assertThat(thing.path("name").asText()).isEqualTo("by " + name);
    assertThat(thing.path("description")).isEqualTo(template.path("description"));
    JsonNode streams = thing.path("Datastreams");
    assertThat(streams.findValues("unitOfMeasurement"))
        .isEqualTo(template.path("datastreams").findValues("unitOfMeasurement"));
    assertThat(streams.valueStream().map(one -> one.at("/ObservedProperty/name").asText()).toList())
        .isEqualTo(
            template
                .path("datastreams")
                .valueStream()
                .map(one -> one.path("name").asText())
                .toList());
    assertThat(streams.valueStream().map(one -> one.at("/Sensor/@iot.id").asLong()).distinct())
        .as("one sensor")
        .containsExactly(made.at("/sensor/@iot.id").asLong());
    assertThat(made.path("datastreams").findValuesAsText("@iot.id"))
        .isEqualTo(streams.valueStream().map(one -> one.path("@iot.id").asText()).toList());
    long last = made.path("datastreams").path(streams.size() - 1).path("@iot.id").asLong();
    STA.observe(last, "2026-05-01T00:00:00Z", 1);
  }

  private static JsonNode violations(HttpResponse<String> refused) {
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    return Json.parseObject(refused.body()).path("violations");
  }

  @Test
  void allFaultsAreNamedWithPointersIntoTheBodyThatWasSent() {
    String body =
        """
        {'template': 'moon-probe', 'sensor': {'name': 's'},
         'thing': {'name': 5, 'Datastreams': [], 'Locations': [{'location': 7}]}}
        """;
    JsonNode violations = violations(STA.send("POST", "/composite", body));
    assertThat(violations.findValuesAsText("pointer"))
        .containsExactlyInAnyOrder(
            "/template",
            "/sensor",
            "/thing/name",
            "/thing/Datastreams",
            "/thing/Locations/0/location");
    assertThat(violations.at("/0/detail").asText())
        .contains("weather-station", "soil-probe", "irrigation-meter", "barn-climate");
    assertThat(
            violations(STA.send("POST", "/composite", "{'template': 7}"))
                .findValuesAsText("pointer"))
        .containsExactly("/template", "/thing");
    String nowhere =
        "{'template': 'soil-probe', 'thing': {'name': 'nowhere', 'properties': {'farmId':"
            + " '00000000-0000-4000-8000-000000000000'}}}";
    assertThat(violations(STA.send("POST", "/composite", nowhere)).findValuesAsText("pointer"))
        .containsExactly("/thing/properties/farmId");
    assertThat(STA.query("/Things", "$filter", "name eq 'nowhere'").path("value")).isEmpty();
  }
}
