package io.glebe.core.record.rule;

/**
 * What a deployment decides about the rules.
 *
 * @param refuseUnknownAttributes refuse instead of keep attributes that the catalogue does not know
 * @param strictConcepts ask that concept URIs are known to their scheme through CodeMapping (V19)
 * @param platformUrl base address under which the platform's own files stand (V28)
 */
public record RuleSettings(
    boolean refuseUnknownAttributes, boolean strictConcepts, String platformUrl) {
  public static RuleSettings lenient() {
    return new RuleSettings(false, false, "http://localhost:8080");
  }
}
