package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads a mapping and finds all its faults. */
final class MappingBody {
  /** The types of results; each is the last segment of an {@code observationType}. */
  static final List<String> TYPES =
      List.of(
          Measure.NUMBER, "OM_CountObservation", "OM_TruthObservation", "OM_CategoryObservation");

  private static final KnownMembers TEMPLATE =
      KnownMembers.of(
          "a template",
          "topic",
          "thing",
          "farmId",
          "create",
          "time",
          "value",
          "measures",
          "others",
          "datastream");
  private static final KnownMembers MEASURE =
      KnownMembers.of(
          "a measure",
          "name",
          "value",
          "datastream",
          "unit",
          "observedProperty",
          "observationType");
  private static final KnownMembers UNIT =
      KnownMembers.of("a unit", "name", "symbol", "definition");
  private static final KnownMembers PROPERTY =
      KnownMembers.of("an observed property", "name", "definition");
  private static final KnownMembers MAPPING = KnownMembers.of("a mapping", "templates");
  private static final KnownMembers TIME = KnownMembers.of("a time", "pointer", "format");
  private static final String NAME_OF_MEASURE = "{" + MessageTemplate.MEASURE + "}";

  private final MappingLimits limits;
  private final MappingFaults faults = new MappingFaults();

  private MappingBody(MappingLimits limits) {
    this.limits = limits;
  }

  /** The templates; 422 with all faults. */
  static List<MessageTemplate> templates(ObjectNode document, MappingLimits limits) {
    MappingBody reading = new MappingBody(limits);
    List<MessageTemplate> templates = reading.all(document);
    if (!reading.faults.all().isEmpty()) {
      throw Problem.invalid(reading.faults.all());
    }
    return templates;
  }

  private List<MessageTemplate> all(ObjectNode document) {
    faults.members(document, MAPPING, "");
    List<MessageTemplate> templates = new ArrayList<>();
    JsonNode list = document.path("templates");
    if (!list.isArray() || list.isEmpty() || list.size() > limits.templates()) {
      faults.add("list", "/templates", "lists 1 to " + limits.templates() + " templates");
      return templates;
    }
    for (int i = 0; i < list.size(); i++) {
      String at = "/templates/" + i;
      if (list.get(i) instanceof ObjectNode one) {
        template(one, at).ifPresent(templates::add);
      } else {
        faults.add("type", at, "a template is an object");
      }
    }
    return templates;
  }

  private Optional<MessageTemplate> template(ObjectNode body, String at) {
    faults.members(body, TEMPLATE, at);
    Optional<TopicTemplate> topic =
        faults.parsed(body.path("topic"), at + "/topic", TopicTemplate::parse);
    Set<String> variables = topic.map(TopicTemplate::variables).orElse(Set.of());
    boolean named = variables.contains(MessageTemplate.MEASURE);
    Set<String> ofMeasure = new HashSet<>(variables);
    ofMeasure.add(MessageTemplate.MEASURE);
    if (!named && body.has("value")) {
      faults.add("value", at + "/value", "is for topics with " + NAME_OF_MEASURE);
    }
    JsonPointer value = pointer(body.path("value"), at + "/value", JsonPointer.empty());
    Optional<NameTemplate> thing =
        faults.parsed(
            body.path("thing"), at + "/thing", text -> NameTemplate.parse(text, variables));
    Optional<NameTemplate> datastream = name(body, at, ofMeasure, NAME_OF_MEASURE);
    boolean others = faults.flag(body.path("others"), at + "/others");
    List<Measure> measures =
        measures(body, at, new Frame(ofMeasure, body.path("datastream"), named, value));
    if (measures.isEmpty() && !others) {
      faults.add("required", at + "/measures", "at least one measure is required, or others");
    }
    Optional<UUID> farm = farm(body.path("farmId"), at + "/farmId");
    boolean create = faults.flag(body.path("create"), at + "/create");
    Optional<TimeMember> time = time(body.path("time"), at + "/time");
    if (topic.isEmpty() || thing.isEmpty() || datastream.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new MessageTemplate(
            topic.get(),
            thing.get(),
            farm,
            create,
            time,
            value,
            measures,
            others,
            datastream.get()));
  }

  /**
   * What measures get from their template.
   *
   * @param variables of names
   * @param datastream name of Datastreams
   * @param named whether the topic names the measure
   * @param value where its value is then
   */
  private record Frame(
      Set<String> variables, JsonNode datastream, boolean named, JsonPointer value) {}

  private List<Measure> measures(ObjectNode body, String at, Frame frame) {
    List<Measure> measures = new ArrayList<>();
    JsonNode list = body.path("measures");
    if (list.isMissingNode()) {
      return measures;
    }
    if (!list.isArray() || list.size() > limits.values()) {
      faults.add("list", at + "/measures", "lists at most " + limits.values() + " measures");
      return measures;
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String here = at + "/measures/" + i;
      if (!(list.get(i) instanceof ObjectNode one)) {
        faults.add("type", here, "a measure is an object");
      } else {
        Measure measure = measure(one, here, frame);
        measures.add(measure);
        if (!names.add(measure.name())) {
          faults.add("unique", here + "/name", "another measure has this name");
        }
      }
    }
    return measures;
  }

  private Measure measure(ObjectNode body, String at, Frame frame) {
    faults.members(body, MEASURE, at);
    String name =
        faults.text(body.path("name"), at + "/name", NameTemplate.MAX_CHARACTERS).orElse("");
    JsonPointer usual = frame.named() ? frame.value() : JsonPointer.empty().appendProperty(name);
    String inTemplate =
        frame.datastream().isTextual() ? frame.datastream().textValue() : NAME_OF_MEASURE;
    NameTemplate datastream =
        name(body, at, frame.variables(), inTemplate)
            .orElseGet(() -> NameTemplate.parse(NAME_OF_MEASURE, frame.variables()));
    ObjectNode property = part(body, "observedProperty", PROPERTY, at);
    if (!property.has("name")) {
      property.put("name", name);
    }
    String type = body.path("observationType").asText(Measure.NUMBER);
    if (!TYPES.contains(type)) {
      faults.add("value", at + "/observationType", "is one of " + String.join(", ", TYPES));
    }
    return new Measure(
        name,
        pointer(body.path("value"), at + "/value", usual),
        datastream,
        part(body, "unit", UNIT, at),
        property,
        type);
  }

  /** The name of a Datastream; a fault of the template is told once, at the template. */
  private Optional<NameTemplate> name(
      ObjectNode body, String at, Set<String> variables, String usual) {
    if (body.has("datastream")) {
      return faults.parsed(
          body.path("datastream"), at + "/datastream", text -> NameTemplate.parse(text, variables));
    }
    try {
      return Optional.of(NameTemplate.parse(usual, variables));
    } catch (IllegalArgumentException reported) {
      return Optional.empty();
    }
  }

  /** An object of texts. */
  private ObjectNode part(ObjectNode body, String name, KnownMembers members, String at) {
    JsonNode given = body.path(name);
    if (given.isMissingNode()) {
      return Json.object();
    }
    if (!(given instanceof ObjectNode part)) {
      faults.add("type", at + "/" + name, "is an object");
      return Json.object();
    }
    faults.members(part, members, at + "/" + name);
    part.properties()
        .forEach(
            one ->
                faults.text(
                    one.getValue(),
                    at + "/" + name + "/" + one.getKey(),
                    NameTemplate.MAX_CHARACTERS));
    return part.deepCopy();
  }

  private Optional<TimeMember> time(JsonNode given, String at) {
    if (given.isMissingNode()) {
      return Optional.empty();
    }
    if (!(given instanceof ObjectNode body)) {
      faults.add("type", at, "is an object");
      return Optional.empty();
    }
    faults.members(body, TIME, at);
    Optional<JsonPointer> pointer =
        faults.parsed(body.path("pointer"), at + "/pointer", JsonPointer::compile);
    Optional<TimeMember.Form> form =
        faults.parsed(body.path("format"), at + "/format", MappingBody::form);
    return pointer.flatMap(p -> form.map(f -> new TimeMember(p, f)));
  }

  private static TimeMember.Form form(String word) {
    for (TimeMember.Form form : TimeMember.Form.values()) {
      if (form.name().equals(word)) {
        return form;
      }
    }
    throw new IllegalArgumentException("is ISO, EPOCH_SECONDS or EPOCH_MILLISECONDS");
  }

  private JsonPointer pointer(JsonNode given, String at, JsonPointer usual) {
    return given.isMissingNode()
        ? usual
        : faults.parsed(given, at, JsonPointer::compile).orElse(usual);
  }

  private Optional<UUID> farm(JsonNode given, String at) {
    return given.isMissingNode()
        ? Optional.empty()
        : faults.parsed(
            given,
            at,
            text ->
                UuidSyntax.parse(text)
                    .orElseThrow(() -> new IllegalArgumentException("is the id of a farm")));
  }

  /** The fault of a farm that does not exist. */
  static Violation unknownFarm(int template) {
    return Violation.at("reference", "/templates/" + template + "/farmId", "there is no such farm");
  }
}
