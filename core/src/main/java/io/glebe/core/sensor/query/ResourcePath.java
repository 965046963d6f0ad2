package io.glebe.core.sensor.query;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.model.Property;
import io.glebe.core.sensor.model.Relation;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource that a request addresses: {@code Things(1)/Datastreams(2)/Observations}, optionally
 * followed by a property with its members, {@code $value}, {@code $ref} or {@code $count}.
 *
 * @param steps from the root to the addressed collection or entity; never empty
 * @param property names of a property and members of its value, with indexes of arrays as in {@code
 *     a[0]}; empty for none
 */
public record ResourcePath(List<Step> steps, List<String> property, Form form) {
  /** The requested form of the resource. */
  public enum Form {
    PLAIN,
    VALUE,
    REF,
    COUNT
  }

  /** One step: a collection, one of its entities by id, or the single target of a relation. */
  public record Step(SensorEntityType type, Optional<Relation> via, OptionalLong id) {
    boolean single() {
      return id.isPresent() || (via.isPresent() && !via.get().many());
    }
  }

  private static final Pattern SEGMENT = Pattern.compile("([A-Za-z]+)(?:\\((.*)\\))?");
  private static final Pattern ID = Pattern.compile("'?(-?\\d{1,40})'?");
  private static final Pattern MEMBER = Pattern.compile("([^\\[\\]]+)((?:\\[\\d{1,6}])*)");
  private static final int MAX_STEPS = 12;

  public ResourcePath {
    steps = List.copyOf(steps);
    property = List.copyOf(property);
  }

  public SensorEntityType type() {
    return steps.getLast().type();
  }

  /** Returns whether it is one entity and not a collection. */
  public boolean single() {
    return steps.getLast().single();
  }

  /** Returns whether it is a list of entities, and not their number. */
  public boolean isList() {
    return !single() && property.isEmpty() && form == Form.PLAIN;
  }

  /**
   * Parses decoded segments; 404 for a name that the model does not contain, 400 for an invalid id.
   */
  public static ResourcePath parse(List<String> segments) {
    List<Step> steps = new ArrayList<>();
    List<String> property = new ArrayList<>();
    Form form = Form.PLAIN;
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (segment.startsWith("$")) {
        form = form(segment, i == segments.size() - 1);
      } else if (!property.isEmpty()) {
        property.add(segment);
      } else {
        Optional<Step> step = step(steps, segment);
        step.ifPresentOrElse(steps::add, () -> property.add(member(steps, segment)));
      }
    }
    check(steps, property, form);
    return new ResourcePath(steps, property, form);
  }

  private static void check(List<Step> steps, List<String> property, Form form) {
    if (steps.isEmpty() || steps.size() > MAX_STEPS) {
      throw nothing();
    }
    boolean single = steps.getLast().single();
    boolean fits =
        switch (form) {
          case PLAIN -> true;
          case VALUE -> !property.isEmpty();
          case REF -> property.isEmpty();
          case COUNT -> property.isEmpty() && !single;
        };
    if (!fits) {
      throw nothing();
    }
  }

  private static Form form(String segment, boolean last) {
    if (!last) {
      throw nothing();
    }
    return switch (segment) {
      case "$value" -> Form.VALUE;
      case "$ref" -> Form.REF;
      case "$count" -> Form.COUNT;
      default -> throw nothing();
    };
  }

  private static Optional<Step> step(List<Step> steps, String segment) {
    Matcher matcher = SEGMENT.matcher(segment);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String name = matcher.group(1);
    OptionalLong id = matcher.group(2) == null ? OptionalLong.empty() : inPath(matcher.group(2));
    if (steps.isEmpty()) {
      return Optional.of(
          new Step(
              SensorModel.ofSet(name).orElseThrow(ResourcePath::nothing), Optional.empty(), id));
    }
    Step before = steps.getLast();
    Optional<Relation> relation = before.type().relation(name);
    if (relation.isEmpty()) {
      return Optional.empty();
    }
    if (!before.single() || (id.isPresent() && !relation.get().many())) {
      throw nothing();
    }
    return Optional.of(new Step(SensorModel.target(relation.get()), relation, id));
  }

  private static String member(List<Step> steps, String segment) {
    if (steps.isEmpty() || !steps.getLast().single()) {
      throw nothing();
    }
    SensorEntityType type = steps.getLast().type();
    boolean known = segment.equals("id") || segment.equals("@iot.id");
    Optional<Property> property = type.property(names(segment).getFirst());
    if (!known && property.isEmpty()) {
      throw nothing();
    }
    return known ? "@iot.id" : segment;
  }

  private static OptionalLong inPath(String text) {
    if (!ID.matcher(text).matches()) {
      throw nothing();
    }
    return id(text);
  }

  /** Splits {@code a[0][1]} into the name of a member and the indexes of arrays in it. */
  public static List<String> names(String segment) {
    Matcher matcher = MEMBER.matcher(segment);
    if (!matcher.matches()) {
      throw nothing();
    }
    List<String> names = new ArrayList<>();
    names.add(matcher.group(1));
    for (String index : matcher.group(2).split("[\\[\\]]+", -1)) {
      if (!index.isEmpty()) {
        names.add(index);
      }
    }
    return names;
  }

  /**
   * Parses an id, with or without quotes. An id beyond those that exist is the largest, which no
   * entity has.
   */
  public static OptionalLong id(String text) {
    Matcher matcher = ID.matcher(text);
    if (!matcher.matches()) {
      throw Problem.malformed("an id is a whole number, bare or in single quotes");
    }
    BigInteger id = new BigInteger(matcher.group(1));
    return OptionalLong.of(id.bitLength() < Long.SIZE ? id.longValue() : Long.MAX_VALUE);
  }

  private static Problem nothing() {
    return Problem.notFound("the sensor service has no resource at this address");
  }
}
