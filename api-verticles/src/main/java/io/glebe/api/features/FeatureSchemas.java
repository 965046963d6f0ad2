package io.glebe.api.features;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.json.Json;

/** JSON Schemas of the features of farms. */
final class FeatureSchemas {
  private FeatureSchemas() {}

  private static ObjectNode links() {
    return Schemas.list(
        Members.of("FeatureLink", "A link to another resource")
            .must("rel", Schemas.text())
            .must("href", Schemas.text())
            .may("type", Schemas.text())
            .may("title", Schemas.text())
            .others(Json.object())
            .schema());
  }

  /** The landing page, the conformance classes or collections. */
  static ObjectNode document() {
    return Members.of("FeatureDocument", "A document of OGC API Features")
        .may("title", Schemas.text())
        .may("conformsTo", Schemas.list(Schemas.text()))
        .may("collections", Schemas.list(Schemas.map(Json.object())))
        .may("links", links())
        .others(Json.object())
        .schema();
  }

  static ObjectNode properties() {
    return Members.of("FeatureProperties", "A JSON Schema of the properties of features")
        .must("type", Schemas.word("object"))
        .must("properties", Schemas.map(Json.object()))
        .others(Json.object())
        .schema();
  }

  static ObjectNode feature() {
    ObjectNode geometry =
        Members.of("FeatureGeometry", "A geometry of GeoJSON")
            .must("type", Schemas.text())
            .may("coordinates", Schemas.list(Json.object()))
            .schema();
    return Members.of("FarmFeature", "A field, region or site as a feature of GeoJSON")
        .must("type", Schemas.word("Feature"))
        .must("id", Schemas.uuid())
        .must("geometry", Schemas.either(geometry, Json.object().put("type", "null")))
        .must("properties", Schemas.map(Json.object()))
        .may("links", links())
        .others(Json.object())
        .schema();
  }

  static ObjectNode features() {
    return Members.of("FarmFeatureCollection", "A page of features")
        .must("type", Schemas.word("FeatureCollection"))
        .must("features", Schemas.list(feature()))
        .may("numberReturned", Schemas.count())
        .may("numberMatched", Schemas.count())
        .may("links", links())
        .others(Json.object())
        .schema();
  }
}
