package io.glebe.core.sensor.model;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.Nearest;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of the members of a body. An unknown member that is close to one of them is a fault;
 * other unknown members, annotations and {@code id} are ignored, as SensorThings servers do.
 */
public final class MemberNames {
  private static final String ID = "@iot.id";

  /** Unknown members of one object that are compared. */
  private static final int MAX_COMPARED = 1_000;

  private static final Map<String, MemberNames> OF_TYPES = ofTypes();

  private final String owner;
  private final Set<String> names;
  private final Set<String> hints;
  private final int longest;

  private MemberNames(String owner, Collection<String> names) {
    this.owner = owner;
    this.names = Set.copyOf(names);
    this.hints = new HashSet<>(names);
    hints.add(ID);
    this.longest = hints.stream().mapToInt(String::length).max().orElseThrow();
  }

  private static Map<String, MemberNames> ofTypes() {
    Map<String, MemberNames> all = new HashMap<>();
    for (SensorEntityType type : SensorModel.types()) {
      List<String> names = new ArrayList<>();
      type.properties().forEach(property -> names.add(property.name()));
      type.relations().forEach(relation -> names.add(relation.name()));
      if (type.isObservation()) {
        names.add(SensorModel.CLIENT_KEY);
      }
      all.put(type.name(), new MemberNames(type.name(), names));
    }
    return Map.copyOf(all);
  }

  /** The names of the members of an entity. */
  public static MemberNames of(SensorEntityType type) {
    return Optional.ofNullable(OF_TYPES.get(type.name())).orElseThrow();
  }

  /**
   * The names of the members of another object.
   *
   * @param owner the object, for details of faults
   */
  public static MemberNames of(String owner, Collection<String> names) {
    return new MemberNames(owner, names);
  }

  /** The same names and one more. */
  public MemberNames and(String name) {
    List<String> more = new ArrayList<>(names);
    more.add(name);
    return new MemberNames(owner, more);
  }

  /** Whether a member has this name. */
  public boolean contains(String name) {
    return names.contains(name);
  }

  /** Whether this is an annotation, or an id as other services write it. */
  public static boolean isForeign(String name) {
    return name.indexOf('@') >= 0 || name.equals("id");
  }

  /** Returns a hint to the close name; empty text when there is none. */
  public String hint(String name) {
    // a longer name needs more changes than the half of its characters
    return name.length() > 2 * longest ? "" : Nearest.hint(name, hints);
  }

  /**
   * Returns a fault for each misspelt member.
   *
   * @param pointer to the object in the body
   */
  public List<Violation> misspelt(ObjectNode body, String pointer) {
    return body.propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> !names.contains(name) && !isForeign(name))
        .limit(MAX_COMPARED)
        .flatMap(name -> misspelt(name, pointer).stream())
        .toList();
  }

  private Optional<Violation> misspelt(String name, String pointer) {
    String hint = hint(name);
    return hint.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Violation.at(
                "unknown",
                pointer + JsonPointer.empty().appendProperty(name),
                name + " is no member of " + owner + hint));
  }
}
