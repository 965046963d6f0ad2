package io.glebe.api.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.PublicKeySchema;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.registry.RegisteredApp;
import io.glebe.core.registry.VersionState;
import io.glebe.core.registry.manifest.ManifestReader;
import io.glebe.core.registry.manifest.ManifestRules;
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
  static ObjectNode manifest(ManifestRules rules) {
    return Members.of("AppManifest", "The manifest of an app")
        .must("name", Schemas.text(MAX_NAME_CHARS).put("minLength", 2))
        .must("description", Schemas.text(MAX_DESCRIPTION_CHARS).put("minLength", 1))
        .must("publicKeys", Schemas.list(PublicKeySchema.of("AppPublicKey"), 1, rules.maxKeys()))
        .must("redirectUris", Schemas.list(address(), 1, rules.maxRedirects()))
        .must("backChannelLogoutUri", address())
        .must("access", Schemas.list(access(rules.scopes()), 1, ManifestReader.MAX_APIS))
        .may("clientCredentials", Schemas.flag())
        .only()
        .schema();
  }

  private static ObjectNode address() {
    return Schemas.uri().put("maxLength", MAX_URI_CHARS);
  }

  private static ObjectNode access(ScopeMap scopes) {
    ObjectNode scope = Schemas.word(scopes.all()).put("description", "a scope of the API");
    return Members.of("AppAccess", "The access to one API")
        .must("audience", Schemas.word(scopes.audiences()).put("description", "name of the API"))
        .must("scopes", Schemas.list(scope, 1, ManifestReader.MAX_SCOPES))
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

  static ObjectNode version(ManifestRules rules) {
    return Members.of("AppVersion", "A version of an app")
        .must("appId", Schemas.uuid())
        .must("number", Schemas.integer())
        .must("state", Schemas.word(names(VersionState.values())))
        .must("manifest", manifest(rules))
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

  static ObjectNode versions(ManifestRules rules) {
    return page("AppVersionPage", "Versions that wait for reviewers", version(rules));
  }

  static ObjectNode allVersions(ManifestRules rules) {
    return Members.of("AppVersionList", "All versions of an app")
        .must("items", Schemas.list(version(rules)))
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
