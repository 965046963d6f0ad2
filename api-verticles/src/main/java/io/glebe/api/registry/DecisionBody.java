package io.glebe.api.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** The body of a decision: one text. */
final class DecisionBody {
  static final int MAX_CHARS = 2000;

  private DecisionBody() {}

  /** The text of {@code reason}, which is required. */
  static String reason(ObjectNode body) {
    return text(body, "reason", 1);
  }

  /** The text of {@code comment}; empty if there is none. */
  static String comment(ObjectNode body) {
    return body.has("comment") || !body.isEmpty() ? text(body, "comment", 0) : "";
  }

  private static String text(ObjectNode body, String member, int min) {
    List<Violation> faults = new ArrayList<>();
    for (String name : body.properties().stream().map(entry -> entry.getKey()).toList()) {
      if (!name.equals(member)) {
        String escaped = name.replace("~", "~0").replace("/", "~1");
        faults.add(Violation.at("unknown-member", "/" + escaped, "the only member is " + member));
      }
    }
    JsonNode value = body.path(member);
    String text = value.isTextual() ? value.textValue().strip() : "";
    boolean absent = value.isMissingNode() && min == 0;
    if (!absent
        && (!value.isTextual()
            || text.length() < min
            || text.length() > MAX_CHARS
            || !VisibleText.isLines(text))) {
      faults.add(
          Violation.at(
              "length",
              "/" + member,
              "must have %d to %d visible characters".formatted(min, MAX_CHARS)));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return text;
  }
}
