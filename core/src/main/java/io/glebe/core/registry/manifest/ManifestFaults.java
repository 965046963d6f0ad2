package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.List;

/** Collects the faults of one manifest. */
final class ManifestFaults {
  private final List<Violation> violations = new ArrayList<>();

  void add(String rule, String pointer, String detail) {
    violations.add(Violation.at(rule, pointer, detail));
  }

  /** Adds a fault for each member that does not exist. */
  void unknownMembers(KnownMembers known, JsonNode object, String pointer) {
    violations.addAll(known.faults(object, pointer));
  }

  int count() {
    return violations.size();
  }

  List<Violation> all() {
    return List.copyOf(violations);
  }
}
