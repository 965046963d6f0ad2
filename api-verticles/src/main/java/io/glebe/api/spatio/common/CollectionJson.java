package io.glebe.api.spatio.common;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.core.access.OwnerScope;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.geo.Crs;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A collection as JSON, in the members of OGC API - Common, with links of the caller's surface. */
public final class CollectionJson {
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";
  static final String SORTABLES = REL + "sortables";
  private static final String GREGORIAN = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian";

  private CollectionJson() {}

  public static ObjectNode of(CubeCollection collection, ApiRequest request) {
    ObjectNode json = Json.object().put("id", collection.id());
    json.put("title", collection.title());
    json.setAll(collection.doc());
    json.put("itemType", collection.hasFeatures() ? "feature" : "raster");
    json.put("dataType", collection.raster() ? "coverage" : "vector");
    switch (collection.owner()) {
      case OwnerScope.OfFarm of -> json.put("access", "farm").put("farmId", of.farm().toString());
      case OwnerScope.OfOrganization of ->
          json.put("access", "organization").put("organizationId", of.organization().toString());
      case OwnerScope.OfPublic _ -> json.put("access", "signed-in");
      default -> throw new IllegalStateException("no collection belongs to " + collection.owner());
    }
    if (collection.isPublic()) {
      json.put("access", "public");
    }
    collection.extent().ifPresent(extent -> json.set("extent", extent(extent)));
    crs(collection).forEach(json.putArray("crs")::add);
    json.put("storageCrs", Links.CRS84);
    json.put("dataVersion", collection.dataVersion());
    json.put("created", collection.createdAt().toString());
    json.put("updated", collection.updatedAt().toString());
    json.set("links", links(collection, request));
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
    spatial.put("crs", Links.CRS84);
    if (extent.from().isPresent()) {
      ObjectNode temporal = json.putObject("temporal");
      ArrayNode interval = temporal.putArray("interval").addArray();
      interval.add(text(extent.from())).add(text(extent.to()));
      temporal.put("trs", GREGORIAN);
    }
    return json;
  }

  /** The CRS for its features; the UTM zone is the zone of the centre of the extent. */
  private static List<String> crs(CubeCollection collection) {
    List<String> all = new ArrayList<>();
    all.add(Links.CRS84);
    all.add(Crs.ofEpsg(4326).orElseThrow().uri());
    all.add(Crs.ofEpsg(3857).orElseThrow().uri());
    collection
        .extent()
        .map(at -> Crs.utm((at.west() + at.east()) / 2, (at.south() + at.north()) / 2).uri())
        .ifPresent(all::add);
    return all;
  }

  private static @Nullable String text(Optional<Instant> instant) {
    return instant.map(Instant::toString).orElse(null);
  }

  private static ArrayNode links(CubeCollection collection, ApiRequest request) {
    String base = base(collection.id(), request);
    ArrayNode links = Json.array();
    Links.add(links, "self", base, "application/json", "this collection");
    Links.add(links, "alternate", base + "?f=html", "text/html", "this collection to read");
    Links.add(links, "items", base + "/items", "application/geo+json", "its features");
    Links.add(links, "items", base + "/items?f=html", "text/html", "its features to read");
    Links.add(
        links, Links.QUERYABLES, base + "/queryables", Links.SCHEMA, "properties for filters");
    Links.add(links, SORTABLES, base + "/sortables", Links.SCHEMA, "what lists can be sorted by");
    Links.add(
        links, "capabilities", base + "/capabilities", "application/json", "what can be asked");
    Links.add(links, "layers", base + "/layers", "application/json", "its layers");
    if (collection.raster()) {
      Links.add(links, REL + "tilesets-map", base + "/tiles", "application/json", "image tiles");
    }
    if (collection.hasFeatures()) {
      Links.add(
          links, REL + "tilesets-vector", base + "/tiles", "application/json", "vector tiles");
    }
    return links;
  }

  /** The URL of a collection on the surface of the request. */
  public static String base(String id, ApiRequest request) {
    return request.links().to(request.surface(), "/collections/" + id);
  }
}
