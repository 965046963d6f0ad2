package io.glebe.api.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** A body whose only member is a text. */
final class ReasonBody {
  static final int MAX_CHARS = 2000;

  private ReasonBody() {}

  /** The text of {@code reason}; 422 without one. */
  static String required(ObjectNode body) {
    return text(body, "reason", 1);
  }

  /** The text of {@code message}; empty if there is none. */
  static String message(ObjectNode body) {
    return text(body, "message", 0);
  }

  private static String text(ObjectNode body, String member, int min) {
    List<Violation> faults = new ArrayList<>();
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (!name.equals(member)) {
                String escaped = name.replace("~", "~0").replace("/", "~1");
                faults.add(
                    Violation.at("unknown-member", "/" + escaped, "the only member is " + member));
              }
            });
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
              "must be a text of %d to %d visible characters".formatted(min, MAX_CHARS)));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return text;
  }
}
