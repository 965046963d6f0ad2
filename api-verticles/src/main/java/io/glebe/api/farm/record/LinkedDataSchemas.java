package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;

/** The answers with records as linked data. */
public final class LinkedDataSchemas {
  private LinkedDataSchemas() {}

  private static ObjectNode one() {
    return Members.of("LinkedRecord", "A record as JSON-LD: its attributes and three keywords")
        .must("@context", Schemas.uri())
        .must("@id", Schemas.text("urn:uuid: and the id of the record"))
        .must("@type", Schemas.text("name of the entity"))
        .others(Json.object())
        .schema();
  }

  public static DocumentedResponse record() {
    return DocumentedResponse.of(200, "the record", RecordEndpoints.LINKED_DATA, one())
        .with(ResponseHeader.ETAG);
  }

  public static DocumentedResponse page() {
    ObjectNode page = Members.page("LinkedPage", "A page of records as JSON-LD", one());
    return DocumentedResponse.of(200, "a page", RecordEndpoints.LINKED_DATA, page);
  }
}
