package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.observation.Observation;
import io.glebe.core.sensor.observation.ObservationBody;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One kind of message of an account.
 *
 * @param thing name of the Thing
 * @param farm of the Thing; empty for a Thing of the account itself
 * @param create whether missing Things and Datastreams are created
 * @param value where the value is in the payload of a topic that names its measure
 * @param measures that are described
 * @param others whether other numbers are measures too
 */
record MessageTemplate(
    TopicTemplate topic,
    NameTemplate thing,
    Optional<UUID> farm,
    boolean create,
    Optional<TimeMember> time,
    JsonPointer value,
    List<Measure> measures,
    boolean others,
    NameTemplate datastream) {
  /** The variable of a topic that names the measure. */
  static final String MEASURE = "measure";

  MessageTemplate {
    measures = List.copyOf(measures);
  }

  /** What a payload has for a measure. */
  private record Result(Measure measure, JsonNode result) {}

  /**
   * The values of a message; 404 for a measure that the mapping does not have, 422 for a payload
   * without any value or with an invalid one.
   *
   * @param variables of the topic
   * @param most values
   */
  List<MappedValue> read(
      Map<String, String> variables, JsonNode payload, Instant arrival, int most) {
    List<Result> results =
        variables.containsKey(MEASURE) ? named(variables, payload) : members(payload);
    if (results.isEmpty()) {
      throw invalid("required", "the payload has no value of a measure");
    }
    if (results.size() > most) {
      throw invalid("size", "the payload has more than " + most + " values");
    }
    Optional<String> at = time.flatMap(member -> member.read(payload));
    String thingName = thing.fill(variables);
    return results.stream().map(one -> value(one, at, arrival, thingName, variables)).toList();
  }

  /** The topic names the measure. */
  private List<Result> named(Map<String, String> variables, JsonNode payload) {
    String name = variables.getOrDefault(MEASURE, "");
    Measure measure =
        measures.stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .or(
                () ->
                    others
                        ? Optional.of(Measure.undescribed(name, value, datastream))
                        : Optional.empty())
            .orElseThrow(() -> Problem.notFound("the mapping has no such measure"));
    JsonNode result = payload.at(measure.value());
    return isValue(result) ? List.of(new Result(measure, result)) : List.of();
  }

  /** The payload has the measures as members; what it leaves out is no value. */
  private List<Result> members(JsonNode payload) {
    List<Result> results = new ArrayList<>();
    for (Measure measure : measures) {
      JsonNode result = payload.at(measure.value());
      if (isValue(result)) {
        results.add(new Result(measure, result));
      }
    }
    if (others) {
      payload.properties().forEach(member -> other(member.getKey(), member.getValue(), results));
    }
    return results;
  }

  private void other(String name, JsonNode result, List<Result> results) {
    JsonPointer at = JsonPointer.empty().appendProperty(name);
    boolean known =
        measures.stream().anyMatch(one -> one.value().equals(at) || one.name().equals(name))
            || time.filter(member -> member.pointer().equals(at)).isPresent();
    if (result.isNumber() && !known && isName(name)) {
      results.add(new Result(Measure.undescribed(name, at, datastream), result));
    }
  }

  private static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= NameTemplate.MAX_CHARACTERS
        && text.codePoints().noneMatch(Character::isISOControl);
  }

  private static boolean isValue(JsonNode result) {
    return !result.isMissingNode() && !result.isNull();
  }

  private MappedValue value(
      Result one,
      Optional<String> at,
      Instant arrival,
      String thingName,
      Map<String, String> variables) {
    Measure measure = one.measure();
    Map<String, String> names = new HashMap<>(variables);
    names.put(MEASURE, measure.name());
    ObjectNode body = Json.object();
    body.set("result", one.result());
    at.ifPresent(text -> body.put("phenomenonTime", text));
    try {
      Observation observation = ObservationBody.parse(body, arrival);
      return new MappedValue(
          this, measure, thingName, measure.datastream().fill(names), observation);
    } catch (Problem refused) {
      throw refused.about(measure.name());
    }
  }

  private static Problem invalid(String rule, String detail) {
    return Problem.invalid(Violation.at(rule, "", detail));
  }
}
