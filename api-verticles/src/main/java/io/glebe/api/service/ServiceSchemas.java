package io.glebe.api.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.TextBody;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.PublicKeySchema;
import io.glebe.api.http.schema.Schemas;

/** JSON Schemas of services. */
final class ServiceSchemas {
  private static final int MAX_NAME_CHARS = 120;
  private static final int MAX_DESCRIPTION_CHARS = 2000;

  private ServiceSchemas() {}

  /** The schema of a service as a maintainer sends it. */
  static ObjectNode order() {
    return Members.of("ServiceOrder", "A service to onboard")
        .must("name", Schemas.text(MAX_NAME_CHARS).put("minLength", 2))
        .may("description", Schemas.text(MAX_DESCRIPTION_CHARS).put("minLength", 0))
        .may("publicKey", PublicKeySchema.of("ServicePublicKey"))
        .only()
        .schema();
  }

  private static Members members(String name, String description) {
    return Members.of(name, description)
        .must("id", Schemas.uuid())
        .must("name", Schemas.text())
        .must("description", Schemas.text())
        .must("state", Schemas.word("ENABLED", "DISABLED"))
        .must("clientId", Schemas.text("client id of the service, svc-<id>"))
        .must("createdAt", Schemas.time())
        .may("disabledAt", Schemas.time())
        .may("createdById", Schemas.uuid())
        .may("authentication", Schemas.word("SECRET", "PRIVATE_KEY_JWT"))
        .may("publicKey", PublicKeySchema.of("ServicePublicKey"))
        .may("disabledById", Schemas.uuid())
        .may("disabledReason", Schemas.text());
  }

  static ObjectNode service() {
    return members("RegisteredService", "A service; maintainers see all members").schema();
  }

  static ObjectNode onboarded() {
    return members("OnboardedService", "A service with its secret, which is shown only here")
        .may("clientSecret", Schemas.text("absent for a service with a public key"))
        .schema();
  }

  static ObjectNode services() {
    return page("RegisteredServicePage", "Services in the order of their onboarding", service());
  }

  static ObjectNode page(String name, String description, ObjectNode item) {
    return Members.of(name, description)
        .must("items", Schemas.list(item))
        .must("nextCursor", Schemas.uuid())
        .must("hasMore", Schemas.flag())
        .schema();
  }

  static ObjectNode reason() {
    return Members.of("ServiceDecision", "The reason of a decision")
        .must("reason", Schemas.text(TextBody.MAX_CHARS).put("minLength", 1))
        .only()
        .schema();
  }

  static ObjectNode token() {
    return Members.of("ServiceToken", "A token of a service")
        .must("access_token", Schemas.text())
        .must("token_type", Schemas.word("Bearer"))
        .must("expires_in", Schemas.integer())
        .schema();
  }
}
