package io.glebe.api.spatio.common;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.model.DataProvider;
import io.glebe.core.json.Json;

/** JSON Schemas that several operations of the spatio-temporal API share. */
public final class SpatioSchemas {
  private SpatioSchemas() {}

  /** A link of a document. */
  public static ObjectNode link() {
    return Members.of("Link", "A link to another resource")
        .must("rel", Schemas.text("relation, a name or a URI"))
        .must("href", Schemas.text("address, absolute; a template where templated is true"))
        .may("type", Schemas.text("media type"))
        .may("title", Schemas.text())
        .may("templated", Schemas.flag())
        .others(Json.object())
        .schema();
  }

  public static ObjectNode links() {
    return Schemas.list(link());
  }

  /** West, south, east, north in degrees. */
  public static ObjectNode box() {
    return Schemas.list(Schemas.number(), 4, 4)
        .put("description", "west, south, east, north in degrees");
  }

  /** A geometry of GeoJSON. */
  public static ObjectNode geometry() {
    return Members.of("Geometry", "A geometry of GeoJSON, longitude first")
        .must(
            "type",
            Schemas.word(
                "Point",
                "MultiPoint",
                "LineString",
                "MultiLineString",
                "Polygon",
                "MultiPolygon",
                "GeometryCollection"))
        .may("coordinates", Schemas.list(Schemas.any("a number, a position or a list of them")))
        .may(
            "geometries",
            Schemas.list(Schemas.any("a geometry")).put("description", "of a collection"))
        .schema();
  }

  /** A feature of GeoJSON as it is stored. */
  public static ObjectNode feature() {
    return members(Members.of("Feature", "A feature of GeoJSON"), true).schema();
  }

  /** A feature in a request: links are not read. */
  public static ObjectNode sent() {
    return members(Members.of("FeatureContent", "A feature to store"), false).schema();
  }

  private static Members members(Members members, boolean whole) {
    ObjectNode geometry = Schemas.either(geometry(), Json.object().put("type", "null"));
    members.must("type", Schemas.word("Feature")).others(Json.object());
    return whole
        ? members
            .must("id", Schemas.text())
            .must("geometry", geometry)
            .must("properties", anyObject())
            .may("links", links())
        : members
            .may("id", Schemas.either(Schemas.text(200), Schemas.integer()))
            .may("geometry", geometry)
            .may("properties", Schemas.either(anyObject(), Json.object().put("type", "null")));
  }

  /** A page of features. */
  public static ObjectNode features() {
    return Members.of("FeatureCollection", "A page of features")
        .must("type", Schemas.word("FeatureCollection"))
        .must("features", Schemas.list(feature()))
        .may("numberReturned", Schemas.count())
        .may("numberMatched", Schemas.count())
        .may("timeStamp", Schemas.time())
        .may("facets", facets())
        .may("links", links())
        .others(Json.object())
        .schema();
  }

  /**
   * The values of properties with the number of features that have each, the most frequent first.
   */
  private static ObjectNode facets() {
    ObjectNode value =
        Members.of("FacetValue", "A value of a property")
            .must("value", Schemas.text())
            .must("count", Schemas.count())
            .schema();
    return Schemas.map(Schemas.list(value)).put("description", "counts of values by property");
  }

  /** Features to load; other members of the document are ignored. */
  public static ObjectNode upload() {
    return Members.of("FeatureUpload", "Features to load")
        .must("type", Schemas.word("FeatureCollection"))
        .must("features", Schemas.list(sent()))
        .others(Json.object())
        .schema();
  }

  /** An object whose members the platform does not fix. */
  public static ObjectNode anyObject() {
    return Schemas.map(Json.object());
  }

  /** A document that describes properties by a JSON Schema. */
  public static ObjectNode properties() {
    ObjectNode property =
        Members.of("Property", "A property; a geometry has a format in place of a type")
            .may("title", Schemas.text())
            .may("type", Schemas.text())
            .may("format", Schemas.text())
            .others(Json.object())
            .schema();
    return Members.of("PropertySchema", "A JSON Schema of properties")
        .must("$schema", Schemas.uri())
        .must("$id", Schemas.uri())
        .must("type", Schemas.word("object"))
        .may("title", Schemas.text())
        .must("properties", Schemas.map(property))
        .others(Json.object())
        .schema();
  }

  /** An organization that has to do with the data of a collection. */
  public static ObjectNode provider() {
    return Members.of("Provider", "An organization that has to do with the data")
        .must("name", Schemas.text(DataProvider.MAX_NAME))
        .may("description", Schemas.text().put("maxLength", DataProvider.MAX_DESCRIPTION))
        .may("roles", Schemas.list(Schemas.word(DataProvider.ROLES), 0, DataProvider.ROLES.size()))
        .may("url", Schemas.uri().put("pattern", "^" + DataProvider.ADDRESS + "$"))
        .others(Json.object())
        .schema();
  }

  /** The geographic and temporal extent of a collection. */
  public static ObjectNode extent() {
    ObjectNode end = Schemas.orNull(Schemas.time());
    ObjectNode spatial =
        Members.of("SpatialExtent", "Boxes in degrees")
            .must("bbox", Schemas.list(Schemas.box()))
            .may("crs", Schemas.uri())
            .schema();
    ObjectNode temporal =
        Members.of("TemporalExtent", "Intervals; null is an open end")
            .must("interval", Schemas.list(Schemas.list(end, 2, 2)))
            .may("trs", Schemas.uri())
            .schema();
    return Members.of("Extent", "Where and when a collection has data")
        .may("spatial", spatial)
        .may("temporal", temporal)
        .schema();
  }

  /** A collection of OGC API. */
  public static ObjectNode collection() {
    return Members.of("Collection", "A collection with its links")
        .must("id", Schemas.text())
        .may("title", Schemas.text())
        .may("description", Schemas.text())
        .may("keywords", Schemas.list(Schemas.text()))
        .may("license", Schemas.text())
        .must("itemType", Schemas.word("feature", "raster"))
        .must("dataType", Schemas.word("coverage", "vector"))
        .must("access", Schemas.word("farm", "organization", "signed-in", "public"))
        .may("farmId", Schemas.uuid())
        .may("organizationId", Schemas.uuid())
        .may("extent", extent())
        .may("crs", Schemas.list(Schemas.text()))
        .may("storageCrs", Schemas.text())
        .must("dataVersion", Schemas.count())
        .must("created", Schemas.time())
        .must("updated", Schemas.time())
        .must("links", links())
        .others(Json.object())
        .schema();
  }

  /** The body that creates or replaces a collection. */
  public static ObjectNode collectionBody(boolean needsId) {
    Members members =
        Members.of(
            needsId ? "CollectionCreation" : "CollectionReplacement",
            "A collection of one farm, one organization or all who are signed in");
    ObjectNode id = Schemas.text(64);
    return (needsId ? members.must("id", id) : members.may("id", id))
        .may("title", Schemas.text(200))
        .may("description", Schemas.text(20_000))
        .may(
            "keywords",
            Schemas.list(Schemas.text().put("maxLength", CollectionBody.MAX_KEYWORD), 0, 100))
        .may("license", Schemas.text(200))
        .may("providers", Schemas.list(provider(), 0, DataProvider.MAX))
        .may("access", Schemas.word("farm", "organization", "signed-in", "public"))
        .may("farmId", Schemas.uuid())
        .may("organizationId", Schemas.uuid())
        .others(Json.object())
        .schema();
  }

  /** The counts of a load of features. */
  public static ObjectNode loaded() {
    return Members.of("LoadedFeatures", "The counts of a load")
        .must("inserted", Schemas.count())
        .must("replaced", Schemas.count())
        .schema();
  }

  /** The landing page. */
  public static ObjectNode landingPage() {
    return Members.of("LandingPage", "The service and its links")
        .may("title", Schemas.text())
        .may("description", Schemas.text())
        .must("links", links())
        .others(Json.object())
        .schema();
  }

  /** The conformance classes. */
  public static ObjectNode conformance() {
    return Members.of("ConformanceClasses", "What the service conforms to")
        .may("title", Schemas.text())
        .must("conformsTo", Schemas.list(Schemas.uri()))
        .may("links", links())
        .schema();
  }

  /** A page of collections. */
  public static ObjectNode collections() {
    return Members.of("CollectionPage", "A page of collections")
        .must("collections", Schemas.list(collection()))
        .may("timeStamp", Schemas.time())
        .may("numberReturned", Schemas.count())
        .may("numberMatched", Schemas.count())
        .must("links", links())
        .others(Json.object())
        .schema();
  }
}
