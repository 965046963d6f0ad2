package io.glebe.api.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.registry.RegisteredApp;
import io.glebe.core.registry.VersionState;
import java.util.Arrays;
import java.util.List;

/** JSON Schemas of the app registry. */
final class RegistrySchemas {
  private static final int MAX_NAME_CHARS = 60;
  private static final int MAX_DESCRIPTION_CHARS = 2000;
  private static final int MAX_URI_CHARS = 500;

  private RegistrySchemas() {}

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  /** The schema of a manifest, without what only the registry can check. */
  static ObjectNode manifest() {
    return Members.of("AppManifest", "The manifest of an app")
        .must("name", Schemas.text(MAX_NAME_CHARS).put("minLength", 2))
        .must("description", Schemas.text(MAX_DESCRIPTION_CHARS).put("minLength", 1))
        .must("publicKeys", Schemas.list(key()).put("minItems", 1))
        .must("redirectUris", Schemas.list(address()).put("minItems", 1))
        .must("backChannelLogoutUri", address())
        .must("access", Schemas.list(access()).put("minItems", 1))
        .may("clientCredentials", Schemas.flag())
        .only()
        .schema();
  }

  private static ObjectNode address() {
    return Schemas.uri().put("maxLength", MAX_URI_CHARS);
  }

  private static ObjectNode key() {
    return Members.of("AppPublicKey", "A public JWK (RFC 7517): RSA, or EC on a NIST curve")
        .must("kty", Schemas.word("RSA", "EC"))
        .may("kid", Schemas.text(128))
        .may("use", Schemas.word("sig"))
        .may("key_ops", Schemas.list(Schemas.word("verify")))
        .may("alg", Schemas.word("RS256", "ES256", "ES384", "ES512"))
        .may("n", Schemas.text("modulus of an RSA key"))
        .may("e", Schemas.text("exponent of an RSA key"))
        .may("crv", Schemas.word("P-256", "P-384", "P-521"))
        .may("x", Schemas.text("coordinate of an EC key"))
        .may("y", Schemas.text("coordinate of an EC key"))
        .only()
        .schema();
  }

  private static ObjectNode access() {
    return Members.of("AppAccess", "The access to one API")
        .must("audience", Schemas.text("name of the API, for example farm-api"))
        .must("scopes", Schemas.list(Schemas.text("name of the scope")).put("minItems", 1))
        .only()
        .schema();
  }

  static ObjectNode app() {
    return Members.of("RegisteredApp", "An app of the registry")
        .must("id", Schemas.uuid())
        .must("name", Schemas.text())
        .must("state", Schemas.word(names(RegisteredApp.State.values())))
        .must("ownerId", Schemas.uuid())
        .must("createdAt", Schemas.time())
        .may("clientId", Schemas.text("client id at the identity provider, by convention ext-<id>"))
        .must("client", client())
        .may("approvedVersion", Schemas.integer())
        .may("withdrawnAt", Schemas.time())
        .may("withdrawnById", Schemas.uuid())
        .may("withdrawalReason", Schemas.text())
        .schema();
  }

  private static ObjectNode client() {
    return Members.of("AppClient", "The client of an app at the identity provider")
        .must("state", Schemas.word("NONE", "PENDING", "ENABLED", "DISABLED"))
        .may("failedAttempts", Schemas.count())
        .may("lastError", Schemas.text("reason of the latest failure"))
        .may("changedAt", Schemas.time())
        .schema();
  }

  static ObjectNode version() {
    return Members.of("AppVersion", "A version of an app")
        .must("appId", Schemas.uuid())
        .must("number", Schemas.integer())
        .must("state", Schemas.word(names(VersionState.values())))
        .must("manifest", manifest())
        .must("authorId", Schemas.uuid())
        .must("createdAt", Schemas.time())
        .must("updatedAt", Schemas.time())
        .may("submittedAt", Schemas.time())
        .may("decidedAt", Schemas.time())
        .may("reason", Schemas.text("reason of the rejection"))
        .must("restrictedScopes", Schemas.list(Schemas.text()))
        .must("approvalsNeeded", Schemas.integer(1, 2))
        .must("reviews", Schemas.list(review()))
        .schema();
  }

  private static ObjectNode review() {
    return Members.of("AppReview", "The decision of one reviewer")
        .must("reviewerId", Schemas.uuid())
        .must("decision", Schemas.word("APPROVED", "REJECTED"))
        .must("comment", Schemas.text())
        .must("at", Schemas.time())
        .schema();
  }

  private static ObjectNode page(String name, String description, ObjectNode item) {
    return Members.of(name, description)
        .must("items", Schemas.list(item))
        .must("nextCursor", Schemas.uuid())
        .must("hasMore", Schemas.flag())
        .schema();
  }

  static ObjectNode apps() {
    return page("RegisteredAppPage", "Apps in the order of their registration", app());
  }

  static ObjectNode versions() {
    return page("AppVersionPage", "Versions that wait for reviewers", version());
  }

  static ObjectNode allVersions() {
    return Members.of("AppVersionList", "All versions of an app")
        .must("items", Schemas.list(version()))
        .schema();
  }

  static ObjectNode reason() {
    return Members.of("AppDecisionReason", "The reason of a decision")
        .must("reason", Schemas.text(TextBody.MAX_CHARS).put("minLength", 1))
        .only()
        .schema();
  }

  static ObjectNode comment() {
    return Members.of("AppDecisionComment", "A comment of the reviewer")
        .may("comment", Schemas.text(TextBody.MAX_CHARS).put("minLength", 0))
        .only()
        .schema();
  }
}
