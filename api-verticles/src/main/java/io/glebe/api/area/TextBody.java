package io.glebe.api.area;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Bodies whose only member is a text: the reason of a decision, a comment or a message. */
public final class TextBody {
  /** Maximum length of the text. */
  public static final int MAX_CHARS = 2000;

  private TextBody() {}

  /** The text of a member that must be there; else a 422 problem. */
  public static String required(ObjectNode body, String member) {
    return text(body, member, 1);
  }

  /** The text of a member; empty if there is none. */
  public static String optional(ObjectNode body, String member) {
    return text(body, member, 0);
  }

  private static String text(ObjectNode body, String member, int min) {
    List<Violation> faults = new ArrayList<>(KnownMembers.of("this body", member).faults(body, ""));
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
