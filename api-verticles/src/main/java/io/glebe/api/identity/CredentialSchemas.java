package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.identity.PasswordHash;
import io.glebe.core.identity.ServiceAccounts;
import java.util.Collection;

/** JSON Schemas of service accounts and hashed tokens. */
final class CredentialSchemas {
  private static final int MAX_NAME_CHARS = 200;

  private CredentialSchemas() {}

  private static ObjectNode words() {
    return Schemas.list(Schemas.text());
  }

  static ObjectNode account() {
    return Members.of("ServiceAccount", "An account of a device or program")
        .must("name", Schemas.text())
        .must("scopes", words())
        .must("enabled", Schemas.flag())
        .must("createdAt", Schemas.time())
        .schema();
  }

  /**
   * @param scopes of the sensor service
   */
  static ObjectNode accountBody(Collection<String> scopes) {
    return Members.of("ServiceAccountBody", "The password and the scopes of a service account")
        .must(
            "password",
            Schemas.text("is stored as a hash only")
                .put("minLength", ServiceAccounts.MIN_PASSWORD_CHARS)
                .put("maxLength", PasswordHash.MAX_PASSWORD_CHARS))
        .must("scopes", Schemas.list(Schemas.word(scopes)).put("minItems", 1))
        .only()
        .schema();
  }

  static ObjectNode accounts() {
    return Members.of("ServiceAccountList", "All service accounts")
        .must("items", Schemas.list(account()))
        .schema();
  }

  private static ObjectNode token() {
    return Members.of("HashedToken", "A token without its text")
        .must("id", Schemas.uuid())
        .must("name", Schemas.text())
        .must("subject", Schemas.text())
        .may("userId", Schemas.uuid())
        .must("audiences", words())
        .must("scopes", words())
        .must("createdAt", Schemas.time())
        .may("expiresAt", Schemas.time())
        .may("revokedAt", Schemas.time())
        .schema();
  }

  static ObjectNode tokens() {
    return Members.of("HashedTokenList", "All hashed tokens")
        .must("items", Schemas.list(token()))
        .schema();
  }

  static ObjectNode tokenBody(ScopeMap scopes) {
    return Members.of("HashedTokenBody", "A new token")
        .must("name", Schemas.text(MAX_NAME_CHARS))
        .must("subject", Schemas.text(MAX_NAME_CHARS))
        .must("audiences", Schemas.list(Schemas.word(scopes.audiences())).put("minItems", 1))
        .must("scopes", Schemas.list(Schemas.word(scopes.all())).put("minItems", 1))
        .may("expiresAt", Schemas.time())
        .only()
        .schema();
  }

  static ObjectNode issued() {
    return Members.of("IssuedToken", "A new token, shown once")
        .must("id", Schemas.uuid())
        .must("token", Schemas.text())
        .schema();
  }

  /** What acts for a person. */
  static ObjectNode acting() {
    ObjectNode one =
        Members.of("ActingCredential", "A token or service account that acts for a person")
            .must("id", Schemas.uuid())
            .must("kind", Schemas.word("TOKEN", "SERVICE_ACCOUNT"))
            .must("name", Schemas.text())
            .must("audiences", words())
            .must("scopes", words())
            .must("createdAt", Schemas.time())
            .must("createdBy", Schemas.word("SELF", "ADMINISTRATOR"))
            .may("expiresAt", Schemas.time())
            .schema();
    return Members.page("ActingCredentialPage", "All that acts for a person", one);
  }
}
