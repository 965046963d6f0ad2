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

  static ObjectNode landingPage() {
    return Members.of("FeatureLandingPage", "The service and its links")
        .must("title", Schemas.text())
        .must("description", Schemas.text())
        .must("links", links())
        .schema();
  }

  static ObjectNode conformance() {
    return Members.of("FeatureConformance", "The conformance classes of the service")
        .must("conformsTo", Schemas.list(Schemas.uri()))
        .must("links", links())
        .schema();
  }

  static ObjectNode collection() {
    ObjectNode spatial =
        Members.of("FeatureSpatialExtent", "Boxes in degrees")
            .must("bbox", Schemas.list(Schemas.box()))
            .may("crs", Schemas.uri())
            .schema();
    ObjectNode extent =
        Members.of("FeatureExtent", "Where the features are; absent where there is none")
            .may("spatial", spatial)
            .may("temporal", Schemas.map(Json.object()))
            .schema();
    return Members.of("FarmFeatureSource", "The fields, regions or sites that the caller may read")
        .must("id", Schemas.text())
        .must("title", Schemas.text())
        .may("description", Schemas.text())
        .must("itemType", Schemas.word("feature"))
        .may("extent", extent)
        .may("crs", Schemas.list(Schemas.uri()))
        .may("storageCrs", Schemas.uri())
        .must("links", links())
        .schema();
  }

  static ObjectNode collections() {
    return Members.of("FarmFeatureSourceList", "The collections of features")
        .must("collections", Schemas.list(collection()))
        .may("crs", Schemas.list(Schemas.uri()))
        .may("timeStamp", Schemas.time())
        .may("numberMatched", Schemas.count())
        .may("numberReturned", Schemas.count())
        .must("links", links())
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
            .may("coordinates", Schemas.list(Schemas.any("a number, a position or a list of them")))
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
        .may("timeStamp", Schemas.time())
        .may("links", links())
        .others(Json.object())
        .schema();
  }
}
