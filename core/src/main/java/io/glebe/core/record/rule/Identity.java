package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;

/**
 * V01: the id in the body equals the id in the path; JSON-LD keywords in the body refer to the same
 * record.
 */
final class Identity {
  private static final String RULE = "V01";

  private Identity() {}

  static void check(RuleInput input, Findings findings) {
    JsonNode sent = input.body().get(CommonAttributes.ID);
    String pointer = Pointers.to(CommonAttributes.ID);
    if (sent == null) {
      if (input.verb() == RuleInput.Verb.PUT) {
        findings.invalid(RULE, pointer, "the body must contain the id of the path");
      }
    } else if (!sent.isTextual() || !UuidSyntax.matches(sent.textValue())) {
      findings.invalid(RULE, pointer, "the id must be a UUID in lower case");
    } else if (!sent.textValue().equals(input.id().toString())) {
      findings.invalid(RULE, pointer, "the id differs from the one in the path");
    }
    keyword(input, "@id", "urn:uuid:" + input.id(), findings);
    keyword(input, "@type", input.type().name(), findings);
  }

  private static void keyword(RuleInput input, String name, String expected, Findings findings) {
    JsonNode sent = input.body().get(name);
    if (sent != null && !expected.equals(sent.asText())) {
      findings.invalid(
          RULE, Pointers.to(name), name + " is wrong: the expected value is " + expected);
    }
  }
}
