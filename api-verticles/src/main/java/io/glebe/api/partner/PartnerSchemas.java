package io.glebe.api.partner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.partner.PartnerService;

/** JSON Schemas of the connection to a partner and of imports. */
final class PartnerSchemas {
  private PartnerSchemas() {}

  /** Either a code with its redirect address, or a refresh token. */
  static ObjectNode grant() {
    return Members.of("PartnerGrant", "Either code with redirectUri, or refreshToken")
        .may("code", grant("authorization code of the partner"))
        .may("redirectUri", Schemas.uri())
        .may("refreshToken", grant("of the partner"))
        .anyOf("code", "refreshToken")
        .only()
        .schema();
  }

  private static ObjectNode grant(String description) {
    return Schemas.text(PartnerService.MAX_GRANT_CHARACTERS).put("description", description);
  }

  static ObjectNode connection() {
    return Members.of("PartnerConnection", "A connection, without its tokens")
        .must("provider", Schemas.text())
        .must("connectedAt", Schemas.time())
        .must("expiresAt", Schemas.time())
        .must("renewable", Schemas.flag())
        .schema();
  }

  /** A page of what the partner has. */
  static ObjectNode page() {
    ObjectNode entity =
        Members.of("PartnerEntity", "An organization, farm or field of the partner")
            .must("id", Schemas.text("id at the partner"))
            .must("name", Schemas.text())
            .others(Json.object())
            .schema();
    return Members.page("PartnerEntityPage", "A page of entities of the partner", entity);
  }

  private static ObjectNode idOr(ObjectNode object) {
    return Schemas.either(partnersId(), object);
  }

  private static ObjectNode partnersId() {
    return Schemas.text(PartnerService.MAX_ID_CHARACTERS).put("description", "id at the partner");
  }

  private static ObjectNode entries(ObjectNode entry) {
    return Schemas.list(entry, 0, PartnerService.MAX_ENTRIES);
  }

  private static ObjectNode into() {
    return Schemas.text("id of the record to import into, or own for one of the person's own")
        .put("pattern", "^(own|" + UuidSyntax.PATTERN + ")$");
  }

  /** What to import. */
  static ObjectNode selection() {
    ObjectNode farm =
        Members.of("PartnerFarmSelection", "A farm; without fields all of them")
            .must("id", partnersId())
            .may("into", into())
            .may("fields", entries(partnersId()))
            .only()
            .schema();
    ObjectNode organization =
        Members.of("PartnerOrganizationSelection", "An organization; without farms all of them")
            .must("id", partnersId())
            .may("into", into())
            .may("farms", entries(idOr(farm)))
            .only()
            .schema();
    return Members.of("PartnerSelection", "What to import")
        .must("organizations", entries(idOr(organization)).put("minItems", 1))
        .only()
        .schema();
  }

  /** The result for each record. */
  static ObjectNode report() {
    ObjectNode change =
        Members.of("ImportChange", "An attribute that changes; geometries without values")
            .must("attribute", Schemas.text())
            .may("from", Schemas.any("the stored value"))
            .may("to", Schemas.any("the value of the partner"))
            .schema();
    ObjectNode line =
        Members.of("ImportedRecord", "The result for one record")
            .must("entity", Schemas.text())
            .must("externalId", Schemas.text())
            .may("id", Schemas.uuid())
            .may("name", Schemas.text())
            .must("outcome", Schemas.word("CREATED", "UPDATED", "UNCHANGED", "SKIPPED"))
            .may("changes", Schemas.list(change))
            .may("others", Schemas.list(Schemas.uuid()))
            .may("reason", Schemas.text("why it was left out"))
            .schema();
    return Members.of("ImportReport", "What an import has changed, or would change")
        .must("dryRun", Schemas.flag())
        .may("jobId", Schemas.uuid())
        .must("created", Schemas.count())
        .must("updated", Schemas.count())
        .must("unchanged", Schemas.count())
        .must("skipped", Schemas.count())
        .must("records", Schemas.list(line))
        .schema();
  }
}
