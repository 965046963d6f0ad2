package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.glebe.api.http.Params;
import io.glebe.core.geo.Crs;
import io.glebe.core.geo.GeoJsonIn;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.OgcFeature;
import io.glebe.core.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes features as GeoJSON. Stored text is spliced in without parsing.
 *
 * @param shown the properties to write; all when empty
 * @param crs of the positions
 */
record FeatureJson(Optional<List<String>> shown, Crs crs) {
  /** Characters of a long text that are encoded at a time. */
  private static final int PIECE = 16 * 1024;

  /** All properties, in the stored CRS. */
  static final FeatureJson WHOLE = new FeatureJson(Optional.empty(), Crs.CRS84);

  /** The form that the parameters of a list select, if it has them. */
  static FeatureJson ofList(Params params, FeatureProfile profile) {
    boolean isPart = profile.more().contains("properties") && params.has("properties");
    return new FeatureJson(
        isPart ? Optional.of(shown(params)) : Optional.empty(), crs(params, profile));
  }

  /** The names of the properties that a list shows; empty without the parameter. */
  static List<String> shown(Params params) {
    return params.list("properties", FeatureParameters.MAX_PROPERTIES);
  }

  /** The form of one feature, which has all properties. */
  static FeatureJson ofFeature(Params params, FeatureProfile profile) {
    return new FeatureJson(Optional.empty(), crs(params, profile));
  }

  private static Crs crs(Params params, FeatureProfile profile) {
    return profile.hasCrs() ? SpatialFilter.crs(params, "crs") : Crs.CRS84;
  }

  /** Returns a feature with all properties. */
  String one(OgcFeature feature, ArrayNode links) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      one(feature, links, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Writes a feature with all properties. */
  void one(OgcFeature feature, ArrayNode links, OutputStream out) throws IOException {
    members(feature, Optional.empty(), out);
    put(out, ",\"links\":" + Json.write(links) + "}");
  }

  /** Writes a page; the links are those for its end. */
  void page(FeaturePage page, Function<FeaturePage.End, ArrayNode> links, OutputStream out)
      throws IOException {
    boolean[] first = {true};
    put(out, "{\"type\":\"FeatureCollection\",\"features\":[");
    FeaturePage.End end =
        page.read(
            feature -> {
              put(out, first[0] ? "" : ",");
              members(feature, shown, out);
              put(out, "}");
              first[0] = false;
            });
    put(out, "],\"timeStamp\":\"" + Instant.now().truncatedTo(ChronoUnit.MILLIS) + "\"");
    if (end.matched().isPresent()) {
      put(out, ",\"numberMatched\":" + end.matched().getAsLong());
    }
    put(out, ",\"numberReturned\":" + end.returned());
    if (!end.facets().isEmpty()) {
      put(out, ",\"facets\":" + Json.write(facets(end)));
    }
    put(out, ",\"links\":" + Json.write(links.apply(end)) + "}");
  }

  /** Encodes the text in pieces: of a long text only a piece exists a second time. */
  private static void put(OutputStream out, String text) throws IOException {
    int from = 0;
    while (text.length() - from > PIECE) {
      int to = from + PIECE;
      to -= Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0;
      out.write(text.substring(from, to).getBytes(StandardCharsets.UTF_8));
      from = to;
    }
    out.write(text.substring(from).getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a feature without its end. */
  private void members(OgcFeature feature, Optional<List<String>> some, OutputStream out)
      throws IOException {
    String id = Json.write(TextNode.valueOf(feature.id()));
    put(out, "{\"type\":\"Feature\",\"id\":" + id + ",\"geometry\":");
    put(out, geometry(feature));
    put(out, ",\"properties\":");
    if (some.isEmpty()) {
      put(out, feature.propertiesText());
    } else {
      ObjectNode properties = Json.object();
      properties.setAll(feature.properties());
      put(out, Json.write(properties.retain(some.get())));
    }
  }

  /** Returns whether a property is written. */
  boolean shows(String property) {
    return shown.map(names -> names.contains(property)).orElse(true);
  }

  /** Returns the geometry as GeoJSON text in the requested CRS. */
  String geometry(OgcFeature feature) {
    Optional<String> stored = feature.geometryText();
    if (crs.isStored() || stored.isEmpty()) {
      return stored.orElse("null");
    }
    try {
      return Json.write(new GeoJsonIn(crs).of(Json.stored(stored.get())));
    } catch (IllegalArgumentException e) {
      throw Problem.malformedParameter("crs", "feature '" + feature.id() + "': " + e.getMessage());
    }
  }

  static ObjectNode facets(FeaturePage.End end) {
    ObjectNode json = Json.object();
    for (Map.Entry<String, Map<String, Long>> facet : end.facets().entrySet()) {
      ArrayNode values = json.putArray(facet.getKey());
      facet
          .getValue()
          .forEach(
              (value, count) ->
                  values.addObject().put("count", count).set("value", Json.parse(value)));
    }
    return json;
  }
}
