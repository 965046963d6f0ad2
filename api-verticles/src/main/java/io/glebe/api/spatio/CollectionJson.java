package io.glebe.api.spatio;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.core.cube.CubeCollection;
import io.glebe.core.cube.Owner;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.Optional;

/** A collection as JSON, in the members of OGC API - Common, with links of the caller's surface. */
final class CollectionJson {
  static final String CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
  private static final String GREGORIAN = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

  private CollectionJson() {}

  static ObjectNode of(CubeCollection collection, ApiRequest request) {
    ObjectNode json = Json.object().put("id", collection.id());
    json.put("title", collection.title());
    json.setAll(collection.doc());
    json.put("itemType", collection.raster() ? "raster" : "feature");
    switch (collection.owner()) {
      case Owner.OfFarm of -> json.put("access", "farm").put("farmId", of.farm().toString());
      case Owner.OfOrganization of ->
          json.put("access", "organization").put("organizationId", of.organization().toString());
      case Owner.Open open -> json.put("access", "signed-in");
    }
    collection.extent().ifPresent(extent -> json.set("extent", extent(extent)));
    json.putArray("crs").add(CRS84);
    json.put("dataVersion", collection.dataVersion());
    json.put("created", collection.createdAt().toString());
    json.put("updated", collection.updatedAt().toString());
    json.set("links", links(collection.id(), request));
    return json;
  }

  private static ObjectNode extent(CubeCollection.Extent extent) {
    ObjectNode json = Json.object();
    ObjectNode spatial = json.putObject("spatial");
    spatial
        .putArray("bbox")
        .addArray()
        .add(extent.west())
        .add(extent.south())
        .add(extent.east())
        .add(extent.north());
    spatial.put("crs", CRS84);
    if (extent.from().isPresent()) {
      ObjectNode temporal = json.putObject("temporal");
      ArrayNode interval = temporal.putArray("interval").addArray();
      interval.add(text(extent.from())).add(text(extent.to()));
      temporal.put("trs", GREGORIAN);
    }
    return json;
  }

  private static String text(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }

  private static ArrayNode links(String id, ApiRequest request) {
    String base = base(id, request);
    ArrayNode links = Json.array();
    link(links, "self", base, "application/json", "this collection");
    link(links, "items", base + "/items", "application/geo+json", "its features");
    link(links, "layers", base + "/layers", "application/json", "its layers");
    link(
        links,
        "http://www.opengis.net/def/rel/ogc/1.0/tilesets-map",
        base + "/tiles",
        "application/json",
        "its tilesets");
    return links;
  }

  static void link(ArrayNode links, String rel, String href, String type, String title) {
    links.addObject().put("rel", rel).put("href", href).put("type", type).put("title", title);
  }

  /** The address of a collection on the surface of the request. */
  static String base(String id, ApiRequest request) {
    return request.links().to(request.surface(), "/collections/" + id);
  }
}
