package io.glebe.core.identity;

/**
 * The names of the identity provider whose tokens are accepted.
 *
 * @param issuer {@code iss} of its tokens
 * @param recorded its name in User records, hashed tokens and callers; it does not change with the
 *     port
 * @param former a regular expression of PostgreSQL for the names that records of older releases
 *     use; empty for none
 */
public record IssuerNames(String issuer, String recorded, String former) {
  /** An outside provider, which has one name everywhere. */
  public static IssuerNames outside(String issuer) {
    return new IssuerNames(issuer, issuer, "");
  }
}
