package io.glebe.api.spatio.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Params;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.ogc.SpatialFilter;
import io.glebe.core.config.Nearest;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.CqlNames;
import io.glebe.core.cql.CqlRow;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.geo.Crs;
import io.glebe.core.geo.GeoJson;
import io.glebe.core.geo.GeometryCheck;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.stac.StacOrder;
import io.glebe.core.stac.StacQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads the search parameters of STAC, in the query or in a body.
 *
 * @param filters parses filters
 * @param positions maximum number of positions of {@code intersects}
 */
record StacParams(BoundedCql filters, int positions) {
  /** The members of the body of a search. */
  private static final Set<String> OF_SEARCH =
      Set.of(
          "bbox",
          "collections",
          "datetime",
          "f",
          "filter",
          "filter-crs",
          "filter-lang",
          "ids",
          "intersects",
          "limit",
          "next",
          "sortby");

  private static final String FORMAT = "geojson";
  private static final Set<String> LANGUAGES = Set.of("cql2-json", "cql2-text");

  /** Maximum number of geometries of a collection in {@code intersects}. */
  private static final int MAX_SHAPES = 100;

  /** What a geometry and a member of a collection of them may be. */
  private static final Set<String> SHAPES =
      Set.of("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon");

  /** The query of {@code items} or of {@code search}. */
  StacQuery parse(Params params) {
    params.choice("f", List.of(FORMAT));
    Optional<String> intersects = params.text("intersects");
    if (intersects.isPresent() && params.has("bbox")) {
      throw Problem.malformedParameter("intersects", "cannot be combined with bbox");
    }
    Optional<Cql> place =
        intersects.isPresent()
            ? Optional.of(shape(Json.parse(intersects.get()), "intersects"))
            : SpatialFilter.bbox(params, Crs.CRS84).map(BoundingBoxes::condition);
    return new StacQuery(
        Set.copyOf(params.list("collections", StacQuery.MAX_NAMES)),
        Set.copyOf(params.list("ids", StacQuery.MAX_NAMES)),
        place,
        SpatialFilter.filter(params, filters, SpatialFilter.crs(params, "filter-crs"))
            .map(StacParams::known),
        params.text("datetime").map(Datetime::interval),
        order(params),
        params.limit("limit", StacQuery.DEFAULT_LIMIT, StacQuery.MAX_LIMIT),
        params.text("next").map(StacParams::cursor));
  }

  /** The body of a search; 400 states the fault, as in the query. */
  StacQuery parse(ObjectNode body) {
    Set<String> unknown = new TreeSet<>();
    body.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(OF_SEARCH);
    if (!unknown.isEmpty()) {
      String name = unknown.iterator().next();
      String near = Nearest.hint(name, OF_SEARCH);
      String hint =
          near.isEmpty() ? "; members are " + String.join(", ", new TreeSet<>(OF_SEARCH)) : near;
      throw refused(name, "is no member of a search" + hint);
    }
    if (body.has("bbox") && body.has("intersects")) {
      throw refused("intersects", "cannot be combined with bbox");
    }
    if (!text(body, "f").orElse(FORMAT).equals(FORMAT)) {
      throw refused("f", "is " + FORMAT);
    }
    Optional<Cql> place =
        body.has("intersects")
            ? Optional.of(shape(body.get("intersects"), "intersects"))
            : box(body.path("bbox"));
    return new StacQuery(
        names(body, "collections"),
        names(body, "ids"),
        place,
        filter(body).map(StacParams::known),
        text(body, "datetime").map(Datetime::interval),
        order(body),
        limit(body),
        text(body, "next").map(StacParams::cursor));
  }

  /** The filter; 400 where it names a property that no item has. */
  private static Cql known(Cql filter) {
    for (String name : CqlNames.of(filter)) {
      if (!StacOrder.fields().contains(name) && !CqlRow.PLACES.contains(name)) {
        String hint =
            Nearest.close(name, StacOrder.fields())
                .map(near -> "did you mean " + near + "?")
                .orElse("there are " + String.join(", ", StacOrder.fields()));
        throw refused("filter", "has a property " + name + " that no item has; " + hint);
      }
    }
    return filter;
  }

  private static StacOrder order(Params params) {
    List<StacOrder.Term> terms = new ArrayList<>();
    for (String text : params.list("sortby", StacOrder.MAX_TERMS)) {
      // a plus sign is decoded as a blank, which the list parser strips
      boolean signed = text.startsWith("+") || text.startsWith("-");
      try {
        terms.add(StacOrder.Term.of(signed ? text.substring(1) : text, text.startsWith("-")));
      } catch (IllegalArgumentException unknown) {
        throw Problem.malformedParameter("sortby", String.valueOf(unknown.getMessage()));
      }
    }
    return new StacOrder(terms);
  }

  private static StacOrder order(ObjectNode body) {
    JsonNode node = body.path("sortby");
    if (!node.isMissingNode() && !(node.isArray() && node.size() <= StacOrder.MAX_TERMS)) {
      throw refused("sortby", "is an array of at most " + StacOrder.MAX_TERMS + " objects");
    }
    List<StacOrder.Term> terms = new ArrayList<>();
    for (JsonNode each : node) {
      String direction = each.path("direction").asText("asc");
      if (!each.path("field").isTextual() || !Set.of("asc", "desc").contains(direction)) {
        throw refused("sortby", "has objects of field and direction, asc or desc");
      }
      try {
        terms.add(StacOrder.Term.of(each.get("field").asText(), direction.equals("desc")));
      } catch (IllegalArgumentException unknown) {
        throw refused("sortby", String.valueOf(unknown.getMessage()));
      }
    }
    return new StacOrder(terms);
  }

  private static int limit(ObjectNode body) {
    JsonNode limit = body.path("limit");
    if (limit.isMissingNode()) {
      return StacQuery.DEFAULT_LIMIT;
    }
    if (!limit.isIntegralNumber() || limit.decimalValue().signum() <= 0) {
      throw refused("limit", "is a positive whole number");
    }
    return limit.canConvertToInt()
        ? Math.min(limit.intValue(), StacQuery.MAX_LIMIT)
        : StacQuery.MAX_LIMIT;
  }

  private static String cursor(String text) {
    if (text.length() > QuerySchemas.MAX_CURSOR) {
      throw Problem.malformedParameter("next", "is no cursor of this list");
    }
    return text;
  }

  private Optional<Cql> filter(ObjectNode body) {
    JsonNode filter = body.path("filter");
    boolean json = filter.isObject() || filter.isBoolean();
    String usual = json ? "cql2-json" : "cql2-text";
    String language = text(body, "filter-lang").orElse(usual);
    if (!LANGUAGES.contains(language)) {
      throw refused("filter-lang", "is cql2-json or cql2-text");
    }
    Crs crs =
        text(body, "filter-crs").map(uri -> SpatialFilter.crs(uri, "filter-crs")).orElse(Crs.CRS84);
    if (filter.isMissingNode()) {
      return Optional.empty();
    }
    if (language.equals("cql2-json") && json) {
      return Optional.of(SpatialFilter.inDegrees(filters.json(Json.write(filter)), crs));
    }
    if (language.equals("cql2-text") && filter.isTextual()) {
      return Optional.of(SpatialFilter.inDegrees(filters.text(filter.textValue()), crs));
    }
    throw refused("filter", "is an object, true or false with cql2-json, a text with cql2-text");
  }

  private static Optional<Cql> box(JsonNode node) {
    if (node.isMissingNode()) {
      return Optional.empty();
    }
    double[] box = new double[node.size()];
    boolean good = node.isArray() && (node.size() == 4 || node.size() == 6);
    for (int i = 0; good && i < box.length; i++) {
      good = node.get(i).isNumber() && Double.isFinite(node.get(i).doubleValue());
      box[i] = node.get(i).doubleValue();
    }
    if (!good) {
      throw refused("bbox", "has 4 or 6 numbers");
    }
    return Optional.of(BoundingBoxes.of(box, Crs.CRS84).condition());
  }

  /** The condition that the footprint touches the geometry, or one of a collection of them. */
  private Cql shape(JsonNode geometry, String name) {
    if (!geometry.path("type").asText().equals("GeometryCollection")) {
      return BoundingBoxes.touching(simple(geometry, name, positions));
    }
    JsonNode all = geometry.path("geometries");
    if (!all.isArray() || all.isEmpty() || all.size() > MAX_SHAPES) {
      throw Problem.malformedParameter(
          name, "a GeometryCollection has 1 to " + MAX_SHAPES + " geometries");
    }
    List<Cql> touched = new ArrayList<>();
    int left = positions;
    for (JsonNode each : all) {
      Geometry shape = simple(each, name, left);
      left -= shape.getNumPoints();
      touched.add(BoundingBoxes.touching(shape));
    }
    return new Cql.Or(touched);
  }

  private static Geometry simple(JsonNode geometry, String name, int positions) {
    var faults = GeometryCheck.faults(geometry, SHAPES, positions);
    if (!faults.isEmpty()) {
      throw Problem.malformedParameter(
          name, faults.getFirst().detail() + " (" + faults.getFirst().pointer() + ")");
    }
    return GeoJson.toGeometry(geometry);
  }

  private static Set<String> names(ObjectNode body, String name) {
    JsonNode node = body.path(name);
    List<String> names = new ArrayList<>();
    boolean good = node.isMissingNode() || node.isArray() && node.size() <= StacQuery.MAX_NAMES;
    for (JsonNode each : node) {
      good &= each.isTextual() && each.textValue().length() <= StacQuery.MAX_NAME;
      names.add(each.asText());
    }
    if (!good) {
      throw refused(name, "is an array of at most " + StacQuery.MAX_NAMES + " texts");
    }
    return Set.copyOf(names);
  }

  private static Optional<String> text(ObjectNode body, String name) {
    JsonNode node = body.path(name);
    if (!node.isMissingNode() && !node.isTextual()) {
      throw refused(name, "is a text");
    }
    return Optional.ofNullable(node.textValue());
  }

  private static Problem refused(String name, String detail) {
    Violation violation = Violation.at("search", "/" + name, name + " " + detail);
    return Problem.of(ProblemType.MALFORMED_REQUEST, violation.detail(), List.of(violation));
  }
}
