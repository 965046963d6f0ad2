package io.glebe.core.body;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.Nearest;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The members that an object of a body may have: {@code KnownMembers.of("a token", "name",
 * "expiresAt").require(body)}. A member with another name, probably a misspelt one, would have no
 * effect.
 *
 * @param object what the object is, with its article
 */
public record KnownMembers(String object, Set<String> names) {
  private static final int MAX_SHOWN_CHARACTERS = 60;
  private static final int MAX_FAULTS = 100;

  public KnownMembers {
    names = Set.copyOf(names);
  }

  public static KnownMembers of(String object, String... names) {
    return new KnownMembers(object, Set.of(names));
  }

  /** Refuses a body with other members; a 422 problem that names each with its nearest name. */
  public void require(JsonNode body) {
    List<Violation> faults = faults(body, "");
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
  }

  /**
   * One fault for each other member, at most 100; none for what is no object.
   *
   * @param pointer JSON Pointer of the object; "" is the whole body
   */
  public List<Violation> faults(JsonNode object, String pointer) {
    return others(object)
        .limit(MAX_FAULTS)
        .map(name -> Violation.at("unknown-member", pointer(pointer, name), detail(name)))
        .toList();
  }

  /**
   * One fault for each other member that is probably a misspelt one, at most 100. For objects to
   * which standards and users add members; what null removes is not checked.
   */
  public List<Violation> misspelt(JsonNode object, String pointer) {
    return others(object)
        .filter(name -> !object.path(name).isNull())
        .filter(name -> Nearest.misspelt(name, names).isPresent())
        .limit(MAX_FAULTS)
        .map(
            name ->
                Violation.at(
                    "unknown-member",
                    pointer(pointer, name),
                    noMember(name)
                        + "; did you mean "
                        + Nearest.misspelt(name, names).orElseThrow()
                        + "?"))
        .toList();
  }

  private Stream<String> others(JsonNode object) {
    return object.properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> !names.contains(name))
        .map(name -> name.substring(0, Math.min(name.length(), MAX_SHOWN_CHARACTERS)));
  }

  private static String pointer(String parent, String name) {
    return parent + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  private String detail(String name) {
    String hint = Nearest.hint(name, names);
    String near =
        hint.isEmpty() ? "; members are " + String.join(", ", new TreeSet<>(names)) : hint;
    return noMember(name) + near;
  }

  private String noMember(String name) {
    return name + " is no member of " + object;
  }
}
