package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.ResponseHeader;

/** The answers with one record as the published contract describes them, with their headers. */
public final class RecordAnswers {
  private RecordAnswers() {}

  /** A record as JSON and as linked data. */
  public static DocumentedResponse[] read(ObjectNode schema) {
    return new DocumentedResponse[] {
      DocumentedResponse.json(200, "the record", schema).with(ResponseHeader.ETAG),
      LinkedDataSchemas.record()
    };
  }

  /** 201 with a new record. */
  public static DocumentedResponse created(String description, ObjectNode schema) {
    return DocumentedResponse.json(201, description, schema)
        .with(ResponseHeader.ETAG, ResponseHeader.LOCATION, ResponseHeader.UNKNOWN_ATTRIBUTES);
  }

  /** 200 with a record that existed before. */
  public static DocumentedResponse changed(String description, ObjectNode schema) {
    return DocumentedResponse.json(200, description, schema)
        .with(ResponseHeader.ETAG, ResponseHeader.OVERRIDDEN, ResponseHeader.UNKNOWN_ATTRIBUTES);
  }
}
