package io.glebe.core.record.rule.draft;

/**
 * What a deployment decides about the rules.
 *
 * @param refuseUnknownAttributes refuse instead of keep attributes that the catalogue does not know
 * @param strictConcepts ask that concept URIs are known to their scheme through CodeMapping (V19)
 * @param platformUrl base address under which the platform's own files stand (V28)
 * @param defaultIssuer issuer of a User that names a subject alone; empty for none
 * @param issuerAddresses regular expression of the addresses that stand for the default issuer as
 *     well, so that one person is not two; empty for none
 */
public record RuleSettings(
    boolean refuseUnknownAttributes,
    boolean strictConcepts,
    String platformUrl,
    String defaultIssuer,
    String issuerAddresses) {
  public static RuleSettings lenient() {
    return new RuleSettings(false, false, "http://localhost:8080", "", "");
  }

  /** The same with that issuer. */
  public RuleSettings issuer(String name) {
    return new RuleSettings(
        refuseUnknownAttributes, strictConcepts, platformUrl, name, issuerAddresses);
  }

  /** Whether this issuer is the default one by its address. */
  public boolean isDefaultByAddress(String issuer) {
    return !issuerAddresses.isEmpty() && issuer.matches(issuerAddresses);
  }
}
