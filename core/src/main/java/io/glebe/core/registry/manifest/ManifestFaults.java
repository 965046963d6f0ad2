package io.glebe.core.registry.manifest;

import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;

/** Collects the faults of one manifest. */
final class ManifestFaults {
  private static final int MAX_SHOWN_CHARS = 60;

  private final List<Violation> violations = new ArrayList<>();

  void add(String rule, String pointer, String detail) {
    violations.add(Violation.at(rule, pointer, detail));
  }

  /** Adds a fault for a member that does not exist; its name may be any text. */
  void unknownMember(String pointer, String name, String detail) {
    String escaped = name.replace("~", "~0").replace("/", "~1");
    String shown = escaped.substring(0, Math.min(escaped.length(), MAX_SHOWN_CHARS));
    add("unknown-member", pointer + "/" + shown, detail);
  }

  int count() {
    return violations.size();
  }

  List<Violation> all() {
    return List.copyOf(violations);
  }
}
