package io.glebe.core.sensor.observation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.model.MemberNames;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.model.TimeSpan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Parses the JSON form of an observation for all protocols: {@code result} is required, {@code
 * phenomenonTime} defaults to the time of arrival.
 */
public final class ObservationBody {
  /** Maximum length of result, quality or parameters as JSON text, in characters. */
  public static final int MAX_JSON_CHARACTERS = 100_000;

  public static final int MAX_KEY_CHARACTERS = 200;
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");

  private final ObjectNode body;
  private final List<Violation> faults = new ArrayList<>();

  private ObservationBody(ObjectNode body) {
    this.body = body;
  }

  /** Parses a payload; fails with 400 or 422. */
  public static Observation parse(byte[] utf8, Instant arrival) {
    return parse(Json.parseObject(utf8), arrival);
  }

  /** Parses a body; a 422 problem lists all violations. */
  public static Observation parse(ObjectNode body, Instant arrival) {
    ObservationBody reading = new ObservationBody(body);
    Observation observation = reading.read(arrival);
    if (!reading.faults.isEmpty()) {
      throw Problem.invalid(reading.faults);
    }
    return observation;
  }

  private Observation read(Instant arrival) {
    faults.addAll(MemberNames.of(SensorModel.OBSERVATION).misspelt(body, ""));
    Optional<TimeSpan> phenomenon = span("phenomenonTime");
    return new Observation(
        phenomenon.map(TimeSpan::start).orElse(arrival.truncatedTo(ChronoUnit.MICROS)),
        phenomenon.flatMap(TimeSpan::end),
        span("resultTime").map(TimeSpan::start),
        result(),
        present("resultQuality"),
        span("validTime"),
        parameters(),
        feature(),
        clientKey());
  }

  private JsonNode result() {
    JsonNode result = body.path("result");
    if (result.isMissingNode()) {
      fault("required", "result", "is required");
      return Json.object();
    }
    if (result.isNumber() && !Double.isFinite(result.doubleValue())) {
      fault("range", "result", "is beyond the numbers of double precision");
    }
    bounded("result", result);
    return result;
  }

  private Optional<JsonNode> present(String name) {
    Optional<JsonNode> value = Optional.ofNullable(body.get(name)).filter(v -> !v.isNull());
    value.ifPresent(v -> bounded(name, v));
    return value;
  }

  private void bounded(String name, JsonNode value) {
    boolean scalar = value.isNumber() || value.isBoolean();
    if (!scalar && value.toString().length() > MAX_JSON_CHARACTERS) {
      fault("size", name, "may have at most " + MAX_JSON_CHARACTERS + " characters");
    }
  }

  private Optional<ObjectNode> parameters() {
    Optional<JsonNode> value = present("parameters");
    if (value.isPresent() && !value.get().isObject()) {
      fault("type", "parameters", "must be an object");
      return Optional.empty();
    }
    return value.map(ObjectNode.class::cast);
  }

  private Optional<TimeSpan> span(String name) {
    Optional<JsonNode> value = Optional.ofNullable(body.get(name)).filter(v -> !v.isNull());
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Optional<TimeSpan> span =
        value.filter(JsonNode::isTextual).flatMap(v -> TimeSpan.parse(v.textValue()));
    if (span.isEmpty()) {
      fault("format", name, "must be a time with an offset, or two of them with a slash between");
    }
    return span;
  }

  private OptionalLong feature() {
    for (String name : List.of("Datastream", "FeatureOfInterest")) {
      if (body.has(name) && !body.path(name).isObject()) {
        fault("type", name, "must be an object");
      }
    }
    JsonNode id = body.path("FeatureOfInterest").path("@iot.id");
    if (id.isMissingNode()) {
      return OptionalLong.empty();
    }
    if (id.canConvertToLong() && id.isIntegralNumber()) {
      return OptionalLong.of(id.longValue());
    }
    if (id.isTextual() && WHOLE.matcher(id.textValue()).matches()) {
      return OptionalLong.of(Long.parseLong(id.textValue()));
    }
    fault("type", "FeatureOfInterest/@iot.id", "must be a whole number");
    return OptionalLong.empty();
  }

  private Optional<String> clientKey() {
    JsonNode key = body.path(SensorModel.CLIENT_KEY);
    if (key.isMissingNode() || key.isNull()) {
      return Optional.empty();
    }
    if (!key.isTextual() || key.textValue().length() > MAX_KEY_CHARACTERS) {
      fault(
          "type",
          SensorModel.CLIENT_KEY,
          "must be text of at most " + MAX_KEY_CHARACTERS + " characters");
    }
    return Optional.of(key.asText());
  }

  private void fault(String rule, String member, String detail) {
    faults.add(Violation.at(rule, "/" + member, member + " " + detail));
  }
}
