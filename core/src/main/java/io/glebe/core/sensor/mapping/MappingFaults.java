package io.glebe.core.sensor.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Collects the faults of one mapping while its members are read. */
final class MappingFaults {
  private static final int MAX_POINTER_CHARACTERS = 1_000;

  private final List<Violation> all = new ArrayList<>();

  List<Violation> all() {
    return List.copyOf(all);
  }

  void add(String rule, String pointer, String detail) {
    all.add(Violation.at(rule, pointer, detail));
  }

  /** Refuses members that do not exist. */
  void members(ObjectNode body, KnownMembers known, String at) {
    all.addAll(known.faults(body, at));
  }

  /** A text without control characters. */
  Optional<String> text(JsonNode given, String at, int most) {
    String text = given.isTextual() ? given.textValue() : "";
    if (text.isBlank()
        || text.length() > most
        || !text.codePoints().noneMatch(Character::isISOControl)) {
      add(
          given.isMissingNode() ? "required" : "text",
          at,
          "is a text of 1 to " + most + " characters");
      return Optional.empty();
    }
    return Optional.of(text);
  }

  /** A text in a form of its own, which fails with {@link IllegalArgumentException}. */
  <T> Optional<T> parsed(JsonNode given, String at, Function<String, T> form) {
    if (!given.isTextual() || given.textValue().length() > MAX_POINTER_CHARACTERS) {
      add(given.isMissingNode() ? "required" : "type", at, "a text is required");
      return Optional.empty();
    }
    try {
      return Optional.of(form.apply(given.textValue()));
    } catch (IllegalArgumentException fault) {
      add("format", at, String.valueOf(fault.getMessage()));
      return Optional.empty();
    }
  }

  /** True or false; false when it is missing. */
  boolean flag(JsonNode given, String at) {
    if (!given.isMissingNode() && !given.isBoolean()) {
      add("type", at, "is true or false");
    }
    return given.asBoolean(false);
  }
}
