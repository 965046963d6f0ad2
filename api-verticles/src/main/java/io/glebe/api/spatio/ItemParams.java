package io.glebe.api.spatio;

import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Params;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cql.CqlJson;
import io.glebe.core.cube.Datetime;
import io.glebe.core.cube.item.ItemQuery;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** The parameters of a list of features. */
final class ItemParams {
  static final Set<String> KNOWN =
      Set.of(
          "bbox",
          "bbox-crs",
          "datetime",
          "filter",
          "filter-lang",
          "filter-crs",
          "sortby",
          "facetby",
          "limit",
          "next",
          "properties",
          "crs",
          "f");

  static final int MAX_LIMIT = 10_000;
  static final int DEFAULT_LIMIT = 10;
  private static final int MAX_SORT = 4;
  private static final int MAX_FACETS = 5;
  private static final int MAX_NAME = 200;
  private static final int MAX_CURSOR = 20_000;
  private static final Set<String> CRS84 =
      Set.of(CollectionJson.CRS84, "CRS84", "http://www.opengis.net/def/crs/OGC/0/CRS84h");
  private static final GeometryFactory PLACES = new GeometryFactory();

  private ItemParams() {}

  static ItemQuery parse(ApiRequest request) {
    Params params = request.params();
    params.refuseUnknown(KNOWN);
    for (String name : List.of("crs", "bbox-crs", "filter-crs")) {
      if (params.text(name).filter(crs -> !CRS84.contains(crs)).isPresent()) {
        throw Problem.malformedParameter(name, "must be " + CollectionJson.CRS84);
      }
    }
    List<Cql> terms = new ArrayList<>();
    bbox(params).ifPresent(terms::add);
    filter(params).ifPresent(terms::add);
    Optional<String> next = params.text("next");
    if (next.map(String::length).orElse(0) > MAX_CURSOR) {
      throw Problem.malformedParameter("next", "is no cursor of this list and order");
    }
    return new ItemQuery(
        terms.size() == 2 ? Optional.of(new Cql.And(terms)) : terms.stream().findFirst(),
        params.text("datetime").map(Datetime::parse),
        sort(params),
        names(params, "facetby", MAX_FACETS),
        params.integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
        next);
  }

  static Optional<Cql> filter(Params params) {
    String language =
        params.choice("filter-lang", List.of("cql2-text", "cql2-json")).orElse("cql2-text");
    return params
        .text("filter")
        .map(text -> language.equals("cql2-json") ? CqlJson.parse(text) : Cql2Text.parse(text));
  }

  /** The properties to show; absent shows all. */
  static Optional<List<String>> shown(ApiRequest request) {
    return request.params().has("properties")
        ? Optional.of(request.params().list("properties", 500))
        : Optional.empty();
  }

  private static Optional<Cql> bbox(Params params) {
    return params
        .numbers("bbox", 4, 6)
        .map(
            box -> {
              int half = box.length / 2;
              double west = box[0];
              double south = box[1];
              double east = box[half];
              double north = box[half + 1];
              boolean good =
                  Math.abs(west) <= 180
                      && Math.abs(east) <= 180
                      && south <= north
                      && south >= -90
                      && north <= 90;
              if (!good) {
                throw Problem.malformedParameter(
                    "bbox", "is west,south,east,north in degrees; south is not above north");
              }
              return new Cql.Spatial(
                  Cql.SpatialRelation.INTERSECTS,
                  new Cql.Property("geometry"),
                  new Cql.Place(place(west, south, east, north)));
            });
  }

  /** A box whose west lies beyond its east goes over the antimeridian. */
  private static Geometry place(double west, double south, double east, double north) {
    if (west <= east) {
      return PLACES.toGeometry(new Envelope(west, east, south, north));
    }
    Geometry left = PLACES.toGeometry(new Envelope(west, 180, south, north));
    Geometry right = PLACES.toGeometry(new Envelope(-180, east, south, north));
    if (left instanceof org.locationtech.jts.geom.Polygon a
        && right instanceof org.locationtech.jts.geom.Polygon b) {
      return PLACES.createMultiPolygon(new org.locationtech.jts.geom.Polygon[] {a, b});
    }
    throw Problem.malformedParameter("bbox", "over the antimeridian it must not be empty");
  }

  private static List<ItemQuery.SortKey> sort(Params params) {
    List<ItemQuery.SortKey> keys = new ArrayList<>();
    for (String text : names(params, "sortby", MAX_SORT)) {
      char sign = text.charAt(0);
      // a plus sign reaches us as a blank, which the list has stripped
      String name = sign == '+' || sign == '-' ? text.substring(1) : text;
      if (name.isEmpty()) {
        throw Problem.malformedParameter("sortby", "names a property behind + or -");
      }
      keys.add(new ItemQuery.SortKey(name, sign == '-'));
    }
    return keys;
  }

  private static List<String> names(Params params, String parameter, int most) {
    List<String> names = params.list(parameter, most);
    if (names.stream().anyMatch(name -> name.length() > MAX_NAME)) {
      throw Problem.malformedParameter(parameter, "a name has at most 200 characters");
    }
    return names;
  }
}
