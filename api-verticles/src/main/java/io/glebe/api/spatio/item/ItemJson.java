package io.glebe.api.spatio.item;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Queries;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.core.cube.item.ItemPage;
import io.glebe.core.cube.item.StoredItem;
import io.glebe.core.geo.Crs;
import io.glebe.core.geo.GeoJsonIn;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Features as GeoJSON text. Stored text is spliced in without parsing. */
public final class ItemJson {
  private ItemJson() {}

  static String one(StoredItem item, ApiRequest request) {
    Crs crs = SpatialFilter.crs(request.params(), "crs");
    String base = CollectionJson.base(request.path("collectionId"), request);
    ArrayNode links = Json.array();
    Links.add(links, "self", address(base, item.id()), Links.GEO_JSON, "this feature");
    Links.add(links, "alternate", address(base, item.id()) + "?f=html", "text/html", "to read");
    Links.add(links, "collection", base, "application/json", "its collection");
    StringBuilder text = new StringBuilder();
    feature(text, item, Optional.empty(), crs);
    text.setLength(text.length() - 1);
    return text.append(",\"links\":").append(Json.write(links)).append('}').toString();
  }

  static String address(String base, String id) {
    return base + "/items/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String page(ItemPage page, ApiRequest request) {
    Optional<List<String>> shown = ItemParams.shown(request);
    Crs crs = SpatialFilter.crs(request.params(), "crs");
    StringBuilder text = new StringBuilder("{\"type\":\"FeatureCollection\",\"features\":[");
    for (int i = 0; i < page.items().size(); i++) {
      text.append(i == 0 ? "" : ",");
      feature(text, page.items().get(i), shown, crs);
    }
    text.append("],\"numberReturned\":").append(page.items().size());
    if (!page.facets().isEmpty()) {
      facets(text, page.facets());
    }
    return text.append(",\"links\":")
        .append(Json.write(links(page, request)))
        .append('}')
        .toString();
  }

  private static void feature(
      StringBuilder text, StoredItem item, Optional<List<String>> shown, Crs crs) {
    text.append("{\"type\":\"Feature\",\"id\":").append(Json.write(TextNode.valueOf(item.id())));
    text.append(",\"geometry\":").append(geometry(item, crs));
    text.append(",\"properties\":");
    if (shown.isEmpty()) {
      text.append(item.propertiesText());
    } else {
      ObjectNode some = Json.object();
      some.setAll(item.properties());
      text.append(Json.write(some.retain(shown.get())));
    }
    text.append('}');
  }

  private static String geometry(StoredItem item, Crs crs) {
    if (crs.isStored() || item.geometryText().isEmpty()) {
      return item.geometryText().orElse("null");
    }
    try {
      return Json.write(new GeoJsonIn(crs).of(Json.stored(item.geometryText().get())));
    } catch (IllegalArgumentException e) {
      throw Problem.malformedParameter("crs", "feature '" + item.id() + "': " + e.getMessage());
    }
  }

  private static void facets(StringBuilder text, Map<String, Map<String, Long>> facets) {
    ObjectNode json = Json.object();
    facets.forEach(
        (name, counts) -> {
          ArrayNode values = json.putArray(name);
          counts.forEach(
              (value, count) ->
                  values.addObject().put("count", count).set("value", Json.parse(value)));
        });
    text.append(",\"facets\":").append(Json.write(json));
  }

  private static ArrayNode links(ItemPage page, ApiRequest request) {
    String base = CollectionJson.base(request.path("collectionId"), request);
    ArrayNode links = Json.array();
    Links.add(links, "self", base + "/items" + Queries.of(request), Links.GEO_JSON, "this page");
    Links.add(
        links,
        "alternate",
        base + "/items" + Queries.with(request, "f", "html"),
        "text/html",
        "this page to read");
    Links.add(links, "collection", base, "application/json", "the collection");
    page.next()
        .ifPresent(
            next ->
                Links.add(
                    links,
                    "next",
                    base + "/items" + Queries.with(request, "next", next),
                    Links.GEO_JSON,
                    "the next page"));
    return links;
  }
}
