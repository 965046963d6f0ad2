package io.glebe.api.spatio.viewer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;

/** JSON Schemas of tokens for viewers. */
final class ViewerTokenSchemas {
  private static final int MAX_NAME_CHARS = 100;

  private ViewerTokenSchemas() {}

  private static ObjectNode collections() {
    return Schemas.list(QuerySchemas.collectionId()).put("minItems", 1).put("uniqueItems", true);
  }

  /**
   * @param mostCollections of one token
   */
  static ObjectNode order(int mostCollections) {
    return Members.of("ViewerTokenOrder", "Whose pictures a token shows, and until when")
        .must("collections", collections().put("maxItems", mostCollections))
        .may("name", Schemas.text(MAX_NAME_CHARS))
        .may("expiresAt", Schemas.time())
        .only()
        .schema();
  }

  private static Members members(String name, String description) {
    return Members.of(name, description)
        .must("id", Schemas.uuid())
        .must("name", Schemas.text())
        .must("userId", Schemas.uuid())
        .must("collections", collections())
        .must("createdAt", Schemas.time())
        .must("expiresAt", Schemas.time());
  }

  static ObjectNode issued() {
    return members("IssuedViewerToken", "A new token for pictures, shown once")
        .must("token", Schemas.text("for the parameter access_token"))
        .schema();
  }

  static ObjectNode page() {
    return Members.page(
        "ViewerTokenPage",
        "Valid tokens for pictures",
        members("ViewerToken", "A token for pictures without its text").schema());
  }
}
