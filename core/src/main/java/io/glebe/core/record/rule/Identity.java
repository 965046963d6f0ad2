package io.glebe.core.record.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.rule.draft.Write;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;

/**
 * V01: the id in the body equals the id in the path; JSON-LD keywords in the body refer to the same
 * record.
 */
final class Identity {
  private static final String RULE = "V01";

  private Identity() {}

  static void check(Write write, Findings findings) {
    JsonNode sent = write.body().get(CommonAttributes.ID);
    String pointer = Pointers.to(CommonAttributes.ID);
    if (sent == null) {
      if (write.verb() == Write.Verb.PUT) {
        findings.invalid(RULE, pointer, "the id stands in the body as in the path");
      }
    } else if (!sent.isTextual() || !UuidSyntax.matches(sent.textValue())) {
      findings.invalid(RULE, pointer, "the id is a UUID in lower case");
    } else if (!sent.textValue().equals(write.id().toString())) {
      findings.invalid(RULE, pointer, "the id differs from the one in the path");
    }
    keyword(write, "@id", "urn:uuid:" + write.id(), findings);
    keyword(write, "@type", write.type().name(), findings);
  }

  private static void keyword(Write write, String name, String expected, Findings findings) {
    JsonNode sent = write.body().get(name);
    if (sent != null && !expected.equals(sent.asText())) {
      findings.invalid(RULE, Pointers.to(name), name + " does not fit: expected is " + expected);
    }
  }
}
