package io.glebe.api.spatio.stac;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.json.Json;
import io.glebe.core.stac.StacOrder;
import io.glebe.core.stac.StacQuery;
import io.glebe.core.stac.StacService;

/** JSON Schemas of STAC documents. Extensions add members. */
final class StacDocumentSchemas {
  private StacDocumentSchemas() {}

  private static Members document(String name, String description, String type) {
    return Members.of(name, description)
        .must("type", Schemas.word(type))
        .must("stac_version", Schemas.text())
        .may("stac_extensions", Schemas.list(Schemas.uri()))
        .must("id", Schemas.text())
        .must("links", SpatioSchemas.links())
        .others(Json.object());
  }

  private static ObjectNode assets() {
    return Schemas.map(
        Members.of("StacAsset", "A file or service with the data")
            .must("href", Schemas.text())
            .may("title", Schemas.text())
            .may("type", Schemas.text())
            .may("roles", Schemas.list(Schemas.text()))
            .others(Json.object())
            .schema());
  }

  static ObjectNode catalogue() {
    return document("StacCatalog", "The catalogue", "Catalog")
        .may("title", Schemas.text())
        .must("description", Schemas.text())
        .may("conformsTo", Schemas.list(Schemas.uri()))
        .schema();
  }

  static ObjectNode collection() {
    return document("StacCollection", "A collection of items", "Collection")
        .may("title", Schemas.text())
        .must("description", Schemas.text())
        .may("keywords", Schemas.list(Schemas.text()))
        .must("license", Schemas.text())
        .may("created", Schemas.time())
        .may("updated", Schemas.time())
        .may("providers", Schemas.list(SpatioSchemas.provider()))
        .must("extent", SpatioSchemas.extent())
        .may("summaries", SpatioSchemas.anyObject())
        .may("assets", assets())
        .schema();
  }

  /** The merge patch of a collection's metadata; of what is stored it may name single members. */
  static ObjectNode patch() {
    ObjectNode nothing = Json.object().put("type", "null");
    ObjectNode bound = Schemas.either(Schemas.number(), text(), nothing);
    ObjectNode range =
        Members.of("The least and the greatest value")
            .may("minimum", bound)
            .may("maximum", bound)
            .others(Json.object())
            .schema();
    ObjectNode values = list(Schemas.any("a value")).put("minItems", 1);
    ObjectNode rendered =
        Members.of("How assets are drawn")
            .may("assets", texts().put("description", "keys of assets"))
            .others(Json.object())
            .schema();
    return Members.of("StacPatch", "Merge patch of the metadata; null removes")
        .may("title", Schemas.removable(text()))
        .may("description", Schemas.removable(text()))
        .may("license", Schemas.removable(text()))
        .may("keywords", texts())
        .may("stac_extensions", Schemas.removable(list(Schemas.uri())))
        .may("providers", Schemas.removable(list(SpatioSchemas.provider())))
        .may("summaries", Schemas.removable(Schemas.map(Schemas.either(values, range, nothing))))
        .may("assets", Schemas.removable(Schemas.map(Schemas.removable(patchedAsset()))))
        .may("renders", Schemas.removable(Schemas.map(Schemas.removable(rendered))))
        .others(Json.object())
        .schema();
  }

  private static ObjectNode patchedAsset() {
    return Members.of("StacAssetPatch", "Merge patch of an asset")
        .may("href", Schemas.removable(text()))
        .may("title", Schemas.removable(text()))
        .may("description", Schemas.removable(text()))
        .may("type", Schemas.removable(text()))
        .may("roles", texts())
        .others(Json.object())
        .schema();
  }

  private static ObjectNode texts() {
    return Schemas.removable(list(text()));
  }

  /** Text of metadata, of which all together have a limit. */
  private static ObjectNode text() {
    return Schemas.text().put("maxLength", StacService.MAX_METADATA_BYTES);
  }

  /** A list of metadata: each entry has a byte and a separator. */
  private static ObjectNode list(ObjectNode entry) {
    return Schemas.list(entry, 0, StacService.MAX_METADATA_BYTES / 2);
  }

  static ObjectNode collections() {
    return Members.of("StacCollectionPage", "Collections")
        .must("collections", Schemas.list(collection()))
        .may("numberMatched", Schemas.count())
        .must("numberReturned", Schemas.count())
        .must("links", SpatioSchemas.links())
        .others(Json.object())
        .schema();
  }

  static ObjectNode item() {
    return document("StacItem", "A slice or a feature", "Feature")
        .must(
            "geometry", Schemas.either(SpatioSchemas.geometry(), Json.object().put("type", "null")))
        .may("bbox", Schemas.box())
        .must("properties", properties())
        .must("assets", assets())
        .may("collection", Schemas.text())
        .schema();
  }

  private static ObjectNode properties() {
    return Members.of("StacItemProperties", "Times and other metadata of an item")
        .must("datetime", Schemas.orNull(Schemas.time()))
        .may("start_datetime", Schemas.time())
        .may("end_datetime", Schemas.time())
        .must("title", Schemas.text())
        .must("created", Schemas.time())
        .must("updated", Schemas.time())
        .may("proj:epsg", Schemas.integer())
        .may("proj:bbox", Schemas.list(Schemas.number(), 4, 4))
        .may("proj:shape", Schemas.list(Schemas.count(), 2, 2))
        .may("proj:transform", Schemas.list(Schemas.number(), 6, 6))
        .may("eo:cloud_cover", Schemas.number(0, 100))
        .may("glebe:features", Schemas.count())
        .others(Json.object())
        .schema();
  }

  static ObjectNode items() {
    return Members.of("StacItemPage", "A page of items")
        .must("type", Schemas.word("FeatureCollection"))
        .must("features", Schemas.list(item()))
        .may("timeStamp", Schemas.time())
        .may("numberReturned", Schemas.count())
        .may("numberMatched", Schemas.count())
        .must("links", SpatioSchemas.links())
        .others(Json.object())
        .schema();
  }

  /**
   * The body of a search.
   *
   * @param filterCharacters limit of a filter
   */
  static ObjectNode search(int filterCharacters) {
    ObjectNode term =
        Members.of("SortTerm", "An attribute by which items are sorted")
            .must("field", Schemas.text(StacQuery.MAX_NAME))
            .may("direction", Schemas.word("asc", "desc").put("default", "asc"))
            .schema();
    return Members.of("StacSearch", "What to find; members that are absent do not restrict")
        .may("ids", names())
        .may("collections", names())
        .may("bbox", Schemas.box())
        .may("intersects", SpatioSchemas.geometry())
        .may(
            "datetime", QuerySchemas.time().put("description", "an instant, a date or an interval"))
        .may(
            "filter",
            Schemas.either(
                QuerySchemas.filter(filterCharacters), SpatioSchemas.anyObject(), Schemas.flag()))
        .may("filter-lang", Schemas.word("cql2-text", "cql2-json"))
        .may("filter-crs", Schemas.uri())
        .may("sortby", Schemas.list(term, 0, StacOrder.MAX_TERMS))
        .may("limit", Schemas.integer().put("minimum", 1))
        .may("next", QuerySchemas.cursor().put("description", "cursor of a page"))
        .may("f", Schemas.word("geojson").put("description", "form of the answer"))
        .schema();
  }

  private static ObjectNode names() {
    return Schemas.list(Schemas.text(StacQuery.MAX_NAME), 0, StacQuery.MAX_NAMES);
  }
}
