package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.model.DataProvider;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.json.Json;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Writes catalogue, collections, items and pages as STAC 1.0.0.
 *
 * @param base URL of the interface without a trailing slash; all URLs are derived from it
 */
public record StacDocuments(String base) {
  static final String VERSION = "1.0.0";

  /** Licences with a STAC identifier; others are reported as proprietary. */
  static final Pattern LICENSE = Pattern.compile("[\\w\\-.+]+");

  private static final String JSON = Json.MEDIA_TYPE;
  private static final String SCHEMA = "application/schema+json";
  private static final String QUERYABLES = "http://www.opengis.net/def/rel/ogc/1.0/queryables";
  private static final String SORTABLES = "http://www.opengis.net/def/rel/ogc/1.0/sortables";
  private static final String GEO_JSON = "application/geo+json";

  /** Returns the URL of a path below the catalogue. */
  public String at(String path) {
    return base + "/stac" + path;
  }

  /** Writes the catalogue; its children are the accessible collections. */
  public ObjectNode catalogue(List<StacSource> children, List<String> conformance) {
    ObjectNode json = Json.object().put("type", "Catalog").put("id", "glebe");
    json.put("stac_version", VERSION).put("title", "Glebe");
    json.put("description", "Raster cubes and features of the farms that you may read");
    conformance.forEach(json.putArray("conformsTo")::add);
    ArrayNode links = json.putArray("links");
    link(links, "self", at("/"), JSON, "this catalogue");
    link(links, "root", at("/"), JSON, "this catalogue");
    link(links, "data", at("/collections"), JSON, "the collections");
    link(links, "conformance", at("/conformance"), JSON, "what is conformed to");
    link(links, QUERYABLES, at("/queryables"), SCHEMA, "properties for filters");
    link(links, SORTABLES, at("/sortables"), SCHEMA, "what searches can be sorted by");
    link(links, "search", at("/search"), GEO_JSON, "finds items").put("method", "GET");
    link(links, "search", at("/search"), GEO_JSON, "finds items").put("method", "POST");
    for (StacSource child : children) {
      link(links, "child", collection(child.row().id()), JSON, child.row().title());
    }
    return json;
  }

  /** Writes a page of collections. */
  public ObjectNode collections(
      List<StacSource> sources, boolean isFirst, String self, Optional<String> next) {
    ObjectNode json = Json.object();
    ArrayNode all = json.putArray("collections");
    sources.forEach(source -> all.add(collection(source)));
    if (isFirst && next.isEmpty()) {
      json.put("numberMatched", sources.size());
    }
    json.put("numberReturned", sources.size());
    ArrayNode links = json.putArray("links");
    link(links, "self", self, JSON, "this page");
    link(links, "root", at("/"), JSON, "the catalogue");
    next.ifPresent(href -> link(links, "next", href, JSON, "the next page"));
    return json;
  }

  /** Writes a collection; manually edited metadata overrides derived metadata. */
  public ObjectNode collection(StacSource source) {
    CubeCollection row = source.row();
    ObjectNode json = Json.object().put("type", "Collection").put("id", row.id());
    json.put("stac_version", VERSION);
    ArrayNode extensions = json.putArray("stac_extensions");
    describe(json, row);
    json.put("created", row.createdAt().toString()).put("updated", row.updatedAt().toString());
    json.set("extent", extent(row.extent()));
    source.snapshot().ifPresent(snapshot -> cube(json, extensions, source, snapshot));
    json.set("assets", new StacAssets(base).of(source));
    row.stac().ifPresent(stored -> StacMetadata.overlay(json, stored));
    json.set("links", links(source, json));
    return json;
  }

  private static void describe(ObjectNode json, CubeCollection row) {
    json.put("title", row.title());
    json.put("description", row.doc().path("description").asText(row.title()));
    Optional.ofNullable(row.doc().get("keywords")).ifPresent(all -> json.set("keywords", all));
    String license = row.doc().path("license").asText("");
    json.put("license", LICENSE.matcher(license).matches() ? license : "proprietary");
    if (row.doc().has("providers")) {
      ArrayNode providers = json.putArray("providers");
      row.doc().path("providers").forEach(given -> providers.add(provider(given)));
    }
  }

  private static ObjectNode provider(JsonNode given) {
    ObjectNode provider = Json.object();
    provider.put("name", given.path("name").asText());
    if (given.path("description").isTextual()) {
      provider.set("description", given.get("description"));
    }
    if (DataProvider.isAddress(given.path("url"))) {
      provider.set("url", given.get("url"));
    }
    ArrayNode known = Json.array();
    for (JsonNode role : given.path("roles")) {
      if (DataProvider.ROLES.contains(role.asText())) {
        known.add(role);
      }
    }
    if (!known.isEmpty()) {
      provider.set("roles", known);
    }
    return provider;
  }

  private static void cube(
      ObjectNode json, ArrayNode extensions, StacSource source, DatasetSnapshot snapshot) {
    extensions.add(StacCube.DATACUBE);
    StacCube.cube(json, source, snapshot);
    ObjectNode renders = StacCube.renders(snapshot);
    if (!renders.isEmpty()) {
      extensions.add(StacCube.RENDER);
      json.set("renders", renders);
    }
    ObjectNode summaries = json.putObject("summaries");
    summaries.putArray("proj:epsg").add(snapshot.grid().epsg());
  }

  private static ObjectNode extent(Optional<CubeCollection.Extent> extent) {
    ObjectNode json = Json.object();
    ArrayNode box = json.putObject("spatial").putArray("bbox").addArray();
    extent.ifPresentOrElse(
        at -> box.add(at.west()).add(at.south()).add(at.east()).add(at.north()),
        () -> box.add(-180).add(-90).add(180).add(90));
    ArrayNode interval = json.putObject("temporal").putArray("interval").addArray();
    interval.add(text(extent.flatMap(CubeCollection.Extent::from)));
    interval.add(text(extent.flatMap(CubeCollection.Extent::to)));
    return json;
  }

  private static @Nullable String text(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }

  private ArrayNode links(StacSource source, ObjectNode json) {
    String id = source.row().id();
    ArrayNode links = Json.array();
    link(links, "self", collection(id), JSON, json.path("title").asText());
    link(links, "root", at("/"), JSON, "the catalogue");
    link(links, "parent", at("/"), JSON, "the catalogue");
    link(links, "items", collection(id) + "/items", GEO_JSON, "its items");
    link(links, QUERYABLES, collection(id) + "/queryables", SCHEMA, "properties for filters");
    link(links, SORTABLES, collection(id) + "/sortables", SCHEMA, "what items can be sorted by");
    link(links, "about", base + "/collections/" + id, JSON, "the collection and its data");
    String license = source.row().doc().path("license").asText("");
    if (license.matches("https?://\\S{1,500}")) {
      link(links, "license", license, "text/html", "the licence");
    }
    return links;
  }

  /** Writes an item. */
  public ObjectNode item(StacItem item) {
    String collection = item.source().row().id();
    ObjectNode json = Json.object().put("type", "Feature").put("stac_version", VERSION);
    StacAssets assets = new StacAssets(base);
    ObjectNode document = assets.of(item);
    assets.extensions(item, document).forEach(json.putArray("stac_extensions")::add);
    json.put("id", item.id()).put("collection", collection);
    item.footprint()
        .ifPresentOrElse(
            at -> {
              json.set("geometry", GeoJson.rightHanded(GeoJson.of(at)));
              Envelope box = at.getEnvelopeInternal();
              json.putArray("bbox")
                  .add(box.getMinX())
                  .add(box.getMinY())
                  .add(box.getMaxX())
                  .add(box.getMaxY());
            },
            () -> json.putNull("geometry"));
    json.set("properties", item.properties());
    json.set("assets", document);
    ArrayNode links = json.putArray("links");
    link(links, "self", item(collection, item.id()), GEO_JSON, "this item");
    link(links, "root", at("/"), JSON, "the catalogue");
    link(links, "parent", collection(collection), JSON, "its collection");
    link(links, "collection", collection(collection), JSON, "its collection");
    return json;
  }

  /** Writes a page of items with the caller's links. */
  public ObjectNode page(StacPage page, ArrayNode links) {
    ObjectNode json = Json.object().put("type", "FeatureCollection");
    ArrayNode features = json.putArray("features");
    page.items().forEach(item -> features.add(item(item)));
    json.put("timeStamp", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    page.matched().ifPresent(matched -> json.put("numberMatched", matched));
    json.put("numberReturned", features.size());
    link(links, "root", at("/"), JSON, "the catalogue");
    json.set("links", links);
    return json;
  }

  String collection(String id) {
    return at("/collections/" + id);
  }

  private String item(String collection, String id) {
    return collection(collection) + "/items/" + id;
  }

  /** Adds a link. */
  public static ObjectNode link(
      ArrayNode links, String rel, String href, String type, String title) {
    return links
        .addObject()
        .put("rel", rel)
        .put("href", href)
        .put("type", type)
        .put("title", title);
  }
}
