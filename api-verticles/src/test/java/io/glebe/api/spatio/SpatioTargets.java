package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.api.matrix.MatrixPlace;
import io.glebe.api.matrix.Target;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The operations of the spatio-temporal API for the permission matrix, for a collection of one farm
 * that contains the secret in every possible member.
 */
public final class SpatioTargets {
  private static final String TIME = "2026-05-01T10:00:00Z";
  private static final Map<String, String> QUERY =
      Map.of("bbox", "15.4,46,15.6,46.1", "layers", "NDVI", "datetime", TIME);

  /** These operations return no data of a farm. */
  private static final Set<String> FOR_ALL =
      Set.of("listColourRamps", "listTileMatrixSets", "getTileMatrixSet", "landing", "conformance");

  private static final String TILESET = "matrix";
  private static final SpatioClient OWNER = new SpatioClient("");
  private final UUID farm;
  private final String id = "matrix-" + UUID.randomUUID();

  /**
   * @param farm the farm of the development user {@code owner}
   * @param secret a text that may only appear in responses to users with read access
   */
  public SpatioTargets(UUID farm, String secret) {
    this.farm = farm;
    ObjectNode body = Json.object().put("id", id).put("title", secret).put("description", secret);
    expect(201, OWNER.post("/collections", body.put("farmId", farm.toString())));
    String path = "/collections/" + id;
    expect(201, OWNER.post(path + "/zarr/init", SpatioClient.grid()));
    expect(201, OWNER.post(path + "/layers", SpatioClient.layer("NDVI")));
    expect(200, OWNER.fill(id, "NDVI", "datetime=" + TIME, new byte[2 * 200]));
    ObjectNode tiles = Json.object().put("id", TILESET).put("title", secret);
    expect(201, OWNER.post(path + "/tilesets", tiles));
    ObjectNode feature = Json.object().put("type", "Feature").put("id", "p");
    feature.putObject("geometry").put("type", "Point").putArray("coordinates").add(15.493).add(46);
    feature.putObject("properties").put("crop", secret).put("datetime", TIME);
    expect(201, OWNER.post(path + "/items", "application/geo+json", Json.write(feature)));
  }

  /** Every operation on the collection, on both surfaces. */
  public List<Target> all() {
    return SpatioRoutes.all().stream()
        .filter(route -> FOR_ALL.contains(route.operation().id()) || known(route))
        .map(this::target)
        .toList();
  }

  /** Whether every record named in the path exists. */
  private boolean known(Route route) {
    List<String> names = SpatioRoutes.parameters(route);
    boolean empties = route.operation().id().equals("restoreSnapshot"); // snapshot 1 is empty
    boolean ofTokens = route.template().contains("/tokens/");
    return !empties
        && !ofTokens
        && !route.operation().permissions().isNone()
        && values().keySet().containsAll(names);
  }

  private Map<String, String> values() {
    Map<String, String> values = new HashMap<>(SpatioRoutes.values(id));
    values.put("tilesetId", TILESET);
    values.put("version", "1");
    return values;
  }

  /** A job needs read access to the data from which it writes. */
  private static List<Permission> permissions(Route route) {
    Stream<Permission> more =
        route.operation().id().equals("submitBulkOperation")
            ? Stream.of(Permission.read("data"))
            : Stream.of();
    return Stream.concat(route.operation().permissions().anyOf().stream(), more).toList();
  }

  /** An operation that also names a record which the collection of the matrix does not have. */
  public Target naming(Route route, Map<String, String> records) {
    return target(route, records);
  }

  /** Submits a job on the collection and returns its id. */
  public String job() {
    HttpResponse<byte[]> taken =
        OWNER.post("/collections/bulk-operations", "application/json", job(id));
    return SpatioClient.json(expect(202, taken)).path("id").asText();
  }

  private static String job(String collection) {
    return "{\"collection\": \""
        + collection
        + "\", \"layers\": [\"NDVI\"], \"zooms\": {\"min\": 13, \"max\": 13}, \"datetimes\":"
        + " [\"2026-05-01/2026-05-02\"]}";
  }

  private Target target(Route route) {
    return target(route, Map.of());
  }

  private Target target(Route route, Map<String, String> records) {
    Map<String, String> values = values();
    values.putAll(records);
    boolean named = SpatioRoutes.parameters(route).contains("collectionId");
    String body = body(route);
    List<String> types = route.operation().body().mediaTypes();
    return new Target(
        route,
        SpatioRoutes.path(route, values) + query(route),
        body,
        types.isEmpty() ? "application/json" : types.getFirst(),
        permissions(route),
        named || body.contains(id) || body.contains(farm.toString())
            ? MatrixPlace.FARM
            : MatrixPlace.TOKEN,
        MatrixPlace.FARM);
  }

  /** The query parameters that the operation has. */
  private static String query(Route route) {
    Map<String, String> values = new LinkedHashMap<>(QUERY);
    if (!route.method().name().equals("GET")) {
      values.remove("bbox");
    }
    String query = SpatioRoutes.query(route, values);
    boolean changes = List.of("PUT", "PATCH", "DELETE").contains(route.method().name());
    return changes || query.isEmpty() ? "" : "?" + query;
  }

  /** A body that the route accepts; a plain word for a route without one. */
  private String body(Route route) {
    return switch (route.operation().id()) {
      case "createCollection" ->
          "{\"id\": \"m-$uuid\", \"title\": \"x\", \"farmId\": \"" + farm + "\"}";
      case "replaceCollection" -> Json.write(SpatioClient.named(id).put("farmId", farm.toString()));
      case "initialiseCube" -> Json.write(SpatioClient.grid());
      case "createLayer" -> Json.write(SpatioClient.layer("NDVI"));
      case "describeLayer", "patchStacMetadata", "patchTileset" -> "{}";
      case "createTileset", "replaceTileset" -> "{\"title\": \"x\"}";
      case "createFeatures", "replaceFeature" ->
          "{\"type\": \"Feature\", \"id\": \"p\", \"geometry\": null, \"properties\": {}}";
      case "aggregateTimeSeriesOfArea", "aggregateSummaryOfArea" ->
          "{\"type\": \"Polygon\", \"coordinates\": [[[15.49, 46.02], [15.5, 46.02], [15.5, 46.03],"
              + " [15.49, 46.02]]]}";
      case "submitBulkOperation" -> job(id);
      case "putStyle" -> "{\"version\": 8, \"sources\": {}, \"layers\": []}";
      case "stacSearchPost" -> "{\"limit\": 10}";
      default -> route.operation().body().kind() == Body.Kind.NONE ? "" : "probe";
    };
  }
}
