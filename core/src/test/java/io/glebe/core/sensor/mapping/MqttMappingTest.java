package io.glebe.core.sensor.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MqttMappingTest {
  private static final MappingLimits LIMITS = MappingLimits.of(Settings.defaults());
  private static final Instant ARRIVAL = Instant.parse("2026-05-01T12:00:00Z");

  private static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private static MqttMapping mapping(String template) {
    return MqttMapping.parse(json("{'templates': [" + template + "]}"), LIMITS);
  }

  private static List<MappedValue> read(String template, String topic, String payload) {
    return mapping(template)
        .match(topic)
        .orElseThrow()
        .read(Json.parse(payload.replace('\'', '"')), ARRIVAL, LIMITS.values());
  }

  private static List<String> shown(List<MappedValue> values) {
    return values.stream()
        .map(one -> one.thing() + "/" + one.datastream() + "=" + one.observation().result())
        .toList();
  }

  private static final String SENSORS =
      """
      {'topic': 'zigbee2mqtt/{device}', 'thing': 'Sensor {device}',
       'time': {'pointer': '/last_seen', 'format': 'ISO'},
       'measures': [
         {'name': 'temperature', 'datastream': '{device} {measure}'},
         {'name': 'first', 'value': '/list/0/value'},
         {'name': 'contact', 'observationType': 'OM_TruthObservation'}]}
      """;

  @Test
  void membersAndPointersAreValuesOfTheirDatastreams() {
    List<MappedValue> values =
        read(
            SENSORS,
            "zigbee2mqtt/kitchen",
            "{'temperature': 21.50, 'list': [{'value': 3}], 'contact': false, 'battery': 97,"
                + " 'last_seen': '2026-05-01T10:00:00+02:00'}");
    assertThat(shown(values))
        .containsExactly(
            "Sensor kitchen/kitchen temperature=21.50",
            "Sensor kitchen/first=3",
            "Sensor kitchen/contact=false");
    assertThat(values)
        .allSatisfy(
            one ->
                assertThat(one.observation().time())
                    .isEqualTo(Instant.parse("2026-05-01T08:00:00Z")));
  }

  @Test
  void whatThePayloadLeavesOutIsNoValue() {
    List<MappedValue> values =
        read(SENSORS, "zigbee2mqtt/kitchen", "{'temperature': null, 'contact': true}");
    assertThat(shown(values)).containsExactly("Sensor kitchen/contact=true");
    assertThat(values.getFirst().observation().time()).isEqualTo(ARRIVAL);
  }

  @Test
  void aBareNumberIsTheValueOfTheMeasureInTheTopic() {
    String template =
        "{'topic': 'site/{device}/{measure}', 'thing': '{device}', 'measures': [{'name': 'flow'}]}";
    assertThat(shown(read(template, "site/pump/flow", "2.5"))).containsExactly("pump/flow=2.5");
    assertThatThrownBy(() -> read(template, "site/pump/other", "2.5"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(404));
  }

  @Test
  void aTopicWithTheMeasureMayHaveItsValueInAMember() {
    String template =
        """
        {'topic': 'site/{device}/{measure}', 'thing': '{device}', 'value': '/v', 'others': true,
         'datastream': '{measure} of {device}'}
        """;
    assertThat(shown(read(template, "site/pump/flow", "{'v': 2}")))
        .containsExactly("pump/flow of pump=2");
  }

  @Test
  void otherNumbersAreMeasuresWhereTheTemplateSaysSo() {
    String template =
        """
        {'topic': 't/{device}', 'thing': '{device}', 'others': true,
         'time': {'pointer': '/at', 'format': 'EPOCH_SECONDS'},
         'measures': [{'name': 'wind', 'value': '/w'}]}
        """;
    assertThat(
            shown(
                read(template, "t/a", "{'w': 1, 'rain': 2, 'at': 5, 'name': 'x', 'o': {'p': 3}}")))
        .containsExactly("a/wind=1", "a/rain=2");
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_SECONDS, 1777636800, 2026-05-01T12:00:00Z",
    "EPOCH_SECONDS, 1777636800.25, 2026-05-01T12:00:00.250Z",
    "EPOCH_MILLISECONDS, 1777636800125, 2026-05-01T12:00:00.125Z",
    "ISO, '''2026-05-01T14:00:00+02:00''', 2026-05-01T12:00:00Z"
  })
  void timesAreReadInTheirForm(String form, String time, Instant expected) {
    String template =
        "{'topic': 't', 'thing': 't', 'measures': [{'name': 'v'}], 'time': {'pointer': '/at',"
            + " 'format': '"
            + form
            + "'}}";
    assertThat(read(template, "t", "{'v': 1, 'at': " + time + "}"))
        .singleElement()
        .satisfies(one -> assertThat(one.observation().time()).isEqualTo(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "EPOCH_SECONDS, -1",
    "EPOCH_SECONDS, 1e300",
    "EPOCH_SECONDS, 1777636800000000",
    "EPOCH_SECONDS, '''1777636800'''",
    "EPOCH_MILLISECONDS, '[]'",
    "ISO, 1777636800",
    "ISO, '''2026-05-01T12:00:00'''",
    "ISO, '''yesterday'''"
  })
  void aTimeOfAnotherFormIsRefused(String form, String time) {
    String template =
        "{'topic': 't', 'thing': 't', 'measures': [{'name': 'v'}], 'time': {'pointer': '/at',"
            + " 'format': '"
            + form
            + "'}}";
    assertThatThrownBy(() -> read(template, "t", "{'v': 1, 'at': " + time + "}"))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(422));
  }

  @Test
  void aPayloadWithoutValuesOrWithTooManyIsRefused() {
    String all = "{'topic': 't/{device}', 'thing': '{device}', 'others': true}";
    assertThatThrownBy(() -> read(all, "t/a", "{'a': 'x'}")).hasMessageContaining("no value");
    assertThatThrownBy(() -> read(all, "t/a", "[1, 2]")).hasMessageContaining("no value");
    ObjectNode many = Json.object();
    for (int i = 0; i <= LIMITS.values(); i++) {
      many.put("m" + i, i);
    }
    assertThatThrownBy(() -> read(all, "t/a", many.toString()))
        .hasMessageContaining("more than 100 values");
  }

  @Test
  void theFirstTemplateThatMatchesCounts() {
    MqttMapping mapping =
        MqttMapping.parse(
            json(
                """
                {'templates': [
                  {'topic': 'a/b', 'thing': 'first', 'others': true},
                  {'topic': 'a/+', 'thing': 'second', 'others': true}]}
                """),
            LIMITS);
    assertThat(mapping.match("a/b").orElseThrow().template().thing()).hasToString("first");
    assertThat(mapping.match("a/c").orElseThrow().template().thing()).hasToString("second");
    assertThat(mapping.match("b/c")).isEmpty();
  }

  private static List<String> faults(String document) {
    try {
      MqttMapping.parse(json(document), LIMITS);
      return List.of();
    } catch (Problem refused) {
      return refused.violations().stream().map(Violation::where).toList();
    }
  }

  @Test
  void allFaultsOfAMappingAreToldAtOnce() {
    assertThat(
            faults(
                """
                {'templates': [
                  {'topic': 'v1.1/x', 'thing': '{other}', 'farmId': 'x', 'create': 'yes',
                   'time': {'pointer': 'x', 'format': 'y'}, 'value': '/v', 'extra': 1,
                   'measures': [{'name': '', 'observationType': 'z', 'unit': {'name': 1}},
                                {'name': 'a', 'value': 'b', 'datastream': '{c}'}, 3]},
                  7], 'more': 1}
                """))
        .contains(
            "/more",
            "/templates/0/topic",
            "/templates/0/thing",
            "/templates/0/farmId",
            "/templates/0/create",
            "/templates/0/time/pointer",
            "/templates/0/time/format",
            "/templates/0/value",
            "/templates/0/extra",
            "/templates/0/measures/0/name",
            "/templates/0/measures/0/observationType",
            "/templates/0/measures/0/unit/name",
            "/templates/0/measures/1/value",
            "/templates/0/measures/1/datastream",
            "/templates/0/measures/2",
            "/templates/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'templates': []}",
        "{'templates': {}}",
        "{'templates': [{'topic': 't', 'thing': 't'}]}",
        "{'templates': [{'topic': 't', 'thing': 't', 'measures': {}}]}",
        "{'templates': [{'topic': 't', 'thing': 't', 'measures': [{'name': 'a'}, {'name': 'a'}]}]}",
        "{'templates': [{'topic': 5, 'thing': 't', 'others': true}]}"
      })
  void anIncompleteMappingIsRefused(String document) {
    assertThat(faults(document)).isNotEmpty();
  }

  @Test
  @Tag("GLEBE_MQTT_MAPPING_TEMPLATES")
  void listsOfAMappingAreBounded() {
    String template = "{'topic': 't', 'thing': 't', 'others': true},";
    String many = template.repeat(LIMITS.templates() + 1);
    assertThat(faults("{'templates': [" + many.substring(0, many.length() - 1) + "]}"))
        .containsExactly("/templates");
  }
}
