package io.glebe.core.record.rule.draft;

/**
 * Settings of a deployment for the rules.
 *
 * @param refuseUnknownAttributes refuse attributes that the catalogue does not declare instead of
 *     storing them
 * @param positions maximum number of positions of a geometry (V12)
 * @param strictConcepts require that a CodeMapping knows each concept URI under its scheme (V19)
 * @param platformUrl base address of the platform's own files (V28)
 * @param defaultIssuer issuer of a User that names only a subject; empty for none
 * @param issuerAddresses regular expression of the addresses that mean the default issuer as well,
 *     so that one person does not become two; empty for none
 * @param alarmRules most alarm rules of a farm (V32)
 */
public record RuleSettings(
    boolean refuseUnknownAttributes,
    int positions,
    boolean strictConcepts,
    String platformUrl,
    String defaultIssuer,
    String issuerAddresses,
    int alarmRules) {
  private static final int ALARM_RULES = 200;

  /** With the usual number of alarm rules. */
  public RuleSettings(
      boolean refuseUnknownAttributes,
      int positions,
      boolean strictConcepts,
      String platformUrl,
      String defaultIssuer,
      String issuerAddresses) {
    this(
        refuseUnknownAttributes,
        positions,
        strictConcepts,
        platformUrl,
        defaultIssuer,
        issuerAddresses,
        ALARM_RULES);
  }

  public static RuleSettings lenient() {
    return new RuleSettings(false, 100_000, false, "http://localhost:8080", "", "");
  }

  /** The same settings with this issuer. */
  public RuleSettings issuer(String name) {
    return new RuleSettings(
        refuseUnknownAttributes,
        positions,
        strictConcepts,
        platformUrl,
        name,
        issuerAddresses,
        alarmRules);
  }

  /** Whether this issuer is an address of the default issuer. */
  public boolean isDefaultByAddress(String issuer) {
    return !issuerAddresses.isEmpty() && issuer.matches(issuerAddresses);
  }
}
