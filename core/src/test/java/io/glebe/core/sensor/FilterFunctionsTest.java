package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.observation.StoredResult;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests every function and literal of $filter on three observations, and every kind of order. */
class FilterFunctionsTest {
  private static final Caller PROBE = SensorStation.device("probe");
  private static final Map<Long, String> NAMES = new HashMap<>();
  private static SensorStation station;

  /**
   * A has an instant and a number, B has a period and a negative number, C has a text and no
   * parameters.
   */
  @BeforeAll
  static void open() {
    station = new SensorStation();
    long datastream = station.datastream("probe");
    observe(
        "A",
        datastream,
        "{'phenomenonTime':'2026-03-01T10:15:30.250Z','result':2.5,"
            + "'parameters':{'s':'Wind','n':3,'ok':true}}");
    observe(
        "B",
        datastream,
        "{'phenomenonTime':'2026-03-02T00:00:00Z/2026-03-02T06:00:00Z','result':-7.5,"
            + "'parameters':{'s':' soil ','n':10,'ok':false}}");
    observe("C", datastream, "{'phenomenonTime':'2026-04-01T23:59:59Z','result':'calm'}");
  }

  private static void observe(String name, long datastream, String body) {
    Observation observation =
        ObservationBody.parse(
            Json.parseObject(body.replace('\'', '"')).put("clientKey", name), Instant.now());
    StoredResult stored = station.sensors.writer().write(PROBE, datastream, observation).await();
    NAMES.put(stored.id(), name);
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static String results(Map<String, String> options) {
    ResourcePath path = ResourcePath.parse(List.of("Observations"));
    var answer =
        station
            .sensors
            .queries()
            .read(new SensorQueries.Query(PROBE, "", "", path, QueryParser.parse(options, 30_000)))
            .await();
    JsonNode page = Json.parse(((SensorQueries.JsonText) answer).text());
    List<String> names = new ArrayList<>();
    page.path("value").forEach(o -> names.add(NAMES.get(o.path("@iot.id").asLong())));
    return String.join("", names);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "substringof('in', parameters/s)                 | A",
        "contains(parameters/s, 'oi')                    | B",
        "startswith(parameters/s, 'Wi')                  | A",
        "endswith(parameters/s, 'nd')                    | A",
        "length(parameters/s) eq 6                       | B",
        "indexof(parameters/s, 'n') eq 2                 | A",
        "substring(parameters/s, 2) eq 'nd'              | A",
        "substring(parameters/s, 1, 2) eq 'in'           | A",
        "tolower(parameters/s) eq 'wind'                 | A",
        "toupper(parameters/s) eq 'WIND'                 | A",
        "trim(parameters/s) eq 'soil'                    | B",
        "concat(parameters/s, '!') eq 'Wind!'            | A",
        "year(phenomenonTime) eq 2026                    | ABC",
        "month(phenomenonTime) eq 4                      | C",
        "day(phenomenonTime) eq 2                        | B",
        "hour(phenomenonTime) eq 10                      | A",
        "minute(phenomenonTime) eq 15                    | A",
        "second(phenomenonTime) eq 30                    | A",
        "fractionalseconds(phenomenonTime) eq 0.25       | A",
        "date(phenomenonTime) eq 2026-03-01              | A",
        "time(phenomenonTime) gt 23:00                   | C",
        "totaloffsetminutes(phenomenonTime) eq 0         | ABC",
        "phenomenonTime lt now() and phenomenonTime gt mindatetime() and phenomenonTime lt"
            + " maxdatetime() | ABC",
        "round(result) eq 3                              | A",
        "round(result) eq -8                             | B",
        "floor(result) eq 2                              | A",
        "ceiling(result) eq -7                           | B",
        "before(phenomenonTime, 2026-03-02T00:00:00Z)    | A",
        "after(phenomenonTime, 2026-03-02T06:00:00Z)     | C",
        "meets(phenomenonTime, 2026-03-02T06:00:00Z/2026-03-03T00:00:00Z) | B",
        "during(phenomenonTime, 2026-03-02T00:00:00Z/2026-03-02T12:00:00Z) | B",
        "overlaps(phenomenonTime, 2026-03-02T05:00:00Z/2026-03-02T12:00:00Z) | B",
        "starts(phenomenonTime, 2026-03-02T00:00:00Z)    | B",
        "finishes(phenomenonTime, 2026-03-02T06:00:00Z)  | B",
        "phenomenonTime eq 2026-03-02T00:00:00Z/2026-03-02T06:00:00Z | B",
        "phenomenonTime ne 2026-03-02T00:00:00Z/2026-03-02T06:00:00Z | AC",
        "phenomenonTime add duration'P1D' gt 2026-04-02T00:00:00Z | C",
        "phenomenonTime sub duration'PT12H' lt 2026-03-01T00:00:00Z | A",
        "phenomenonTime sub 2026-03-01T00:00:00Z lt duration'PT12H' | A",
        "result div 2 eq 1.25                            | A",
        "result mul 2 eq -15                             | B",
        "result mod 2 eq 0.5                             | A",
        "result div 0 eq 1                               | ``",
        "-result eq 7.5                                  | B",
        "result eq 'calm'                                | C",
        "result in (2.5, -7.5)                           | AB",
        "parameters/s in ('Wind', 'x')                   | A",
        "parameters/ok                                   | A",
        "not parameters/ok                               | B",
        "parameters/ok eq false                          | B",
        "parameters/n eq null                            | C",
        "parameters/n ne null                            | AB",
        "null eq parameters/n                            | C",
        "(parameters/n gt 1) eq true                     | AB",
        "id gt 0 and @iot.id gt 0                        | ABC",
        "Datastream/name eq 'd' and Datastream/Thing/name eq 't' | ABC",
        "Datastream/id eq 0                              | ``",
        "true                                            | ABC",
        "false or result eq 2.5                          | A",
      })
  void aFilterFindsItsObservations(String filter, String found) {
    assertThat(results(Map.of("$filter", filter, "$orderby", "phenomenonTime"))).isEqualTo(found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phenomenonTime desc                | CBA",
        "date(phenomenonTime) desc          | CBA",
        "time(phenomenonTime)               | BAC",
        "result                             | BAC",
        "length(concat(parameters/s,'')) desc, id | BAC",
        "parameters/n desc                  | BAC",
        "parameters/s                       | BAC",
        "(result gt 0) desc,id              | ABC",
        "phenomenonTime sub 2026-03-01T00:00:00Z desc | CBA",
        "Datastream/name,id desc            | CBA",
        "id                                 | ABC",
      })
  void anOrderSortsObservationsAndMissingValuesComeLast(String order, String found) {
    String sorted = results(Map.of("$orderby", order));
    assertThat(sorted.replace("C", "")).isEqualTo(found.replace("C", ""));
    assertThat(sorted).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$filter  | 5                         | a condition is expected, not a number",
        "$filter  | 'x'                       | a condition is expected, not text",
        "$filter  | phenomenonTime            | a condition is expected",
        "$filter  | colour eq 1               | nothing here is called colour",
        "$filter  | id/more eq 1              | id has no members",
        "$filter  | phenomenonTime/a eq 1     | phenomenonTime has no members",
        "$filter  | Datastream eq 1           | Datastream is an entity",
        "$filter  | length(5) eq 1            | text is expected, not a number",
        "$filter  | length() eq 1             | length needs another number of arguments",
        "$filter  | colour() eq 1             | there is no function colour",
        "$filter  | st_within(name, name)     | needs a path and a geometry",
        "$filter  | result eq geography'POINT(1 1)' | a geometry is allowed only in a spatial function",
        "$filter  | result eq 1e400           | the number is beyond double precision",
        "$filter  | parameters/n gt null      | null is compared with eq and ne only",
        "$filter  | phenomenonTime mul duration'P1D' lt now() | mul does not work on times",
        "$filter  | phenomenonTime div duration'P1D' lt now() | div does not work on times",
        "$orderby | Datastream/Observations/id | there are many Observations",
        "$orderby | null                      | this has no order",
        "$orderby | id,id,id,id,id,id,id,id,id,id,id | may have at most",
      })
  void anInvalidOptionIsRefused(String option, String text, String reason) {
    assertThatThrownBy(() -> results(Map.of(option, text)))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.status()).isEqualTo(400))
        .hasMessageContaining(reason);
  }

  @Test
  void aPageContinuesAfterThePreviousPageInEveryOrder() {
    for (String order : List.of("phenomenonTime desc", "result", "parameters/s desc", "id desc")) {
      String whole = results(Map.of("$orderby", order));
      StringBuilder walked = new StringBuilder();
      for (int i = 0; i < 3; i++) {
        walked.append(results(Map.of("$orderby", order, "$top", "1", "$skip", "" + i)));
      }
      assertThat(walked).hasToString(whole);
    }
  }
}
