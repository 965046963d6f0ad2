package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.observation.ObservationBody;
import io.glebe.core.sensor.query.QueryParser;
import io.glebe.core.sensor.query.ResourcePath;
import io.glebe.core.sensor.read.SensorQueries;
import io.glebe.core.sensor.sql.FunctionNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests functions and operators with null and constant arguments, and orders by constants. */
class ConstantArgumentsTest {
  private static final Caller PROBE = SensorStation.device("probe");
  private static final long SEED = 20_261_127L;
  private static final List<String> OPERATORS =
      List.of(
          "eq", "ne", "gt", "ge", "lt", "le", "and", "or", "add", "sub", "mul", "div", "mod", "in");
  private static final List<String> ARGUMENTS =
      List.of(
          "null",
          "true",
          "'a'",
          "1",
          "-2.5",
          "2026-03-01T00:00:00Z",
          "2026-03-01T00:00:00Z/2026-03-02T00:00:00Z",
          "2026-03-01",
          "10:00:00",
          "duration'P1DT1S'",
          "geography'POINT(15 46)'",
          "now()",
          "maxdatetime()",
          "parameters/x",
          "parameters/s",
          "result",
          "phenomenonTime",
          "resultTime",
          "FeatureOfInterest/feature",
          "(null)",
          "(null, 1)");

  private static SensorStation station;

  @BeforeAll
  static void open() {
    station = new SensorStation();
    String body =
        "{'phenomenonTime':'2026-03-01T00:00:00Z/2026-03-01T06:00:00Z','result':2.5,"
            + "'parameters':{'s':'a','x':[1,'a']}}";
    station
        .sensors
        .writer()
        .write(
            PROBE,
            station.datastream("probe"),
            ObservationBody.parse(Json.parseObject(body.replace('\'', '"')), Instant.now()))
        .await();
  }

  @AfterAll
  static void close() {
    station.close();
  }

  private static JsonNode rows(String set, Map<String, String> options) {
    ResourcePath path = ResourcePath.parse(List.of(set));
    var query = new SensorQueries.Query(PROBE, "", "", path, QueryParser.parse(options, 30_000));
    var answer = station.sensors.queries().read(query).await();
    return Json.parse(((SensorQueries.JsonText) answer).text()).path("value");
  }

  /** The status of the answer to a list with this option. */
  private static int status(String set, String option, String text) {
    try {
      rows(set, Map.of(option, text));
      return 200;
    } catch (Problem refused) {
      return refused.status();
    } catch (RuntimeException e) {
      throw new AssertionError(option + "=" + text, e);
    }
  }

  private static List<String> calls(Random random) {
    List<String> calls = new ArrayList<>();
    for (String function : FunctionNames.all()) {
      String name = function.substring(0, function.indexOf('/'));
      int count = Integer.parseInt(function.substring(function.indexOf('/') + 1));
      calls.add(name + "(" + String.join(", ", Collections.nCopies(count, "null")) + ")");
      for (int place = 0; place < count; place++) {
        for (String argument : ARGUMENTS) {
          List<String> given = new ArrayList<>();
          for (int i = 0; i < count; i++) {
            given.add(i == place ? argument : ARGUMENTS.get(random.nextInt(ARGUMENTS.size())));
          }
          calls.add(name + "(" + String.join(", ", given) + ")");
        }
      }
    }
    return calls;
  }

  private static List<String> operations() {
    List<String> operations = new ArrayList<>();
    for (String operator : OPERATORS) {
      for (String left : ARGUMENTS) {
        ARGUMENTS.forEach(right -> operations.add(left + " " + operator + " " + right));
      }
    }
    ARGUMENTS.forEach(argument -> operations.add("not (" + argument + ")"));
    ARGUMENTS.forEach(argument -> operations.add("-(" + argument + ")"));
    return operations;
  }

  @Test
  void noFunctionAndNoOperatorFailsInTheDatabase() {
    List<String> expressions = calls(new Random(SEED));
    expressions.addAll(operations());
    List<String> failed = new ArrayList<>();
    for (String expression : expressions) {
      for (String filter :
          List.of(
              expression, "(" + expression + ") eq null", "(" + expression + ") in (null, 1)")) {
        note(failed, "$filter", filter);
      }
      note(failed, "$orderby", expression);
    }
    assertThat(failed).isEmpty();
  }

  private static void note(List<String> failed, String option, String text) {
    try {
      if (status("Observations", option, text) > 499) {
        failed.add(option + "=" + text);
      }
    } catch (AssertionError e) {
      failed.add(e.getMessage() + " " + e.getCause());
    }
  }

  @Test
  void anOrderNeedsAProperty() {
    for (SensorEntityType type : SensorModel.types()) {
      for (String constant : List.of("true", "false", "1", "'a'", "null", "now()", "1 add 1")) {
        assertThat(status(type.set(), "$orderby", constant)).as(constant).isEqualTo(400);
      }
    }
    assertThat(status("Observations", "$orderby", "result add 1")).isEqualTo(200);
  }

  @Test
  void nullAsATimePassesNoRow() {
    for (String name :
        List.of("before", "after", "meets", "during", "overlaps", "starts", "finishes")) {
      assertThat(rows("Observations", Map.of("$filter", name + "(phenomenonTime, null)")))
          .isEmpty();
      assertThat(rows("Observations", Map.of("$filter", name + "(null, phenomenonTime)")))
          .isEmpty();
    }
  }

  @Test
  void nullIsInNoArrayWithoutNull() {
    assertThat(rows("Observations", Map.of("$filter", "null in parameters/x"))).isEmpty();
    assertThat(rows("Observations", Map.of("$filter", "1 in parameters/x"))).hasSize(1);
  }
}
