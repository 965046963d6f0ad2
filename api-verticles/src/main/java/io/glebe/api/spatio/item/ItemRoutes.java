package io.glebe.api.spatio.item;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.api.http.header.Conditional;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.FeatureHandlers;
import io.glebe.api.ogc.FeatureParameters;
import io.glebe.api.ogc.FeatureProfile;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Representation;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.item.CollectionItems;
import io.glebe.core.cube.item.FeatureBody;
import io.glebe.core.cube.item.Item;
import io.glebe.core.cube.item.ItemService;
import io.glebe.core.cube.item.StoredItem;
import io.glebe.core.cube.model.Datetime;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureSource;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** Features of a collection: list, add, load, read, replace, delete, queryables and sortables. */
public final class ItemRoutes {
  private static final String COLLECTION = "/collections/{collectionId}";

  /** Properties that a feature has as times. */
  private static final Set<String> TIMES = Set.of("datetime", "start_datetime", "end_datetime");

  private static final String ITEMS = COLLECTION + "/items";
  private static final String ITEM = ITEMS + "/{featureId}";

  /** A page can be requested in another order, CRS or form; links carry the cursor as next. */
  private static final FeatureProfile PROFILE =
      new FeatureProfile(
          "next",
          Datetime::interval,
          Set.of("bbox-crs", "filter-crs", "sortby", "facetby", "properties", "crs"),
          request -> CollectionJson.base(request.path("collectionId"), request));

  private final SpatioServices services;
  private final FeatureHandlers handlers;

  public ItemRoutes(SpatioServices services) {
    this.services = services;
    this.handlers = new FeatureHandlers(PROFILE, services.filters());
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        ITEMS,
        operation("listFeatures", "Lists features", Permission.read("data"), this::list)
            .takes(
                FeatureParameters.BBOX,
                Parameter.query("bbox-crs", "CRS of the bbox", QuerySchemas.crs()),
                Parameter.query("crs", "CRS of the positions in the response", QuerySchemas.crs()),
                Parameter.query(
                    "datetime",
                    "an instant, a date or an interval with at least one end",
                    QuerySchemas.time()),
                Parameter.query(
                    "filter",
                    "a condition in CQL2",
                    QuerySchemas.filter(services.filters().characters())),
                Parameter.query("filter-lang", "language of filter", QuerySchemas.filterLanguage()),
                Parameter.query(
                    "filter-crs", "CRS of the places in the filter", QuerySchemas.crs()),
                FeatureParameters.SORT,
                FeatureParameters.FACETS,
                FeatureParameters.PROPERTIES,
                FeatureParameters.LIMIT,
                Parameter.query("next", "cursor of a page", QuerySchemas.cursor()),
                Representation.FORMAT)
            .answers(
                DocumentedResponse.of(
                        200, "a page of features", Links.GEO_JSON, SpatioSchemas.features())
                    .with(ResponseHeader.CONTENT_CRS),
                DocumentedResponse.of(200, "the same to read", "text/html")
                    .with(ResponseHeader.CONTENT_CRS)));
    routes.v2AndLegacy(
        POST,
        ITEMS,
        operation(
                "createFeatures",
                "Adds a feature, or loads many",
                Permission.create("data"),
                this::load)
            .answers(
                DocumentedResponse.of(201, "the feature", Links.GEO_JSON, SpatioSchemas.feature())
                    .with(ResponseHeader.ETAG, ResponseHeader.LOCATION),
                DocumentedResponse.json(200, "counts of a load", SpatioSchemas.loaded()))
            .limitedAs(LimitClass.UPLOAD)
            .body(
                Body.stream(Links.GEO_JSON, "application/json", "application/x-ndjson"),
                Schemas.either(SpatioSchemas.sent(), SpatioSchemas.upload())));
    contributeSingle(routes);
  }

  private void contributeSingle(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        ITEM,
        operation("getFeature", "Reads a feature", Permission.read("data"), this::get)
            .takes(
                Parameter.query("crs", "CRS of the positions in the response", QuerySchemas.crs()),
                Representation.FORMAT)
            .answers(
                DocumentedResponse.of(200, "the feature", Links.GEO_JSON, SpatioSchemas.feature())
                    .with(ResponseHeader.ETAG, ResponseHeader.CONTENT_CRS),
                DocumentedResponse.of(200, "the same to read", "text/html")
                    .with(ResponseHeader.CONTENT_CRS)));
    routes.v2AndLegacy(
        PUT,
        ITEM,
        operation("replaceFeature", "Replaces a feature", Permission.update("data"), this::replace)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.of(200, "the feature", Links.GEO_JSON, SpatioSchemas.feature())
                    .with(ResponseHeader.ETAG))
            .body(services.json(Action.UPDATE), SpatioSchemas.sent()));
    routes.v2AndLegacy(
        DELETE,
        ITEM,
        operation("deleteFeature", "Removes a feature", Permission.delete("data"), this::delete)
            .takes(Parameter.IF_MATCH)
            .answers(DocumentedResponse.empty(204, "removed")));
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/queryables",
        operation(
                "getQueryables",
                "Lists the properties for filters",
                Permission.read("data"),
                this::queryables)
            .answers(
                DocumentedResponse.of(
                    200, "a JSON Schema", Links.SCHEMA, SpatioSchemas.properties())));
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/sortables",
        operation(
                "getSortables", "Tells what sorts lists", Permission.read("data"), this::sortables)
            .answers(
                DocumentedResponse.of(
                    200, "a JSON Schema", Links.SCHEMA, SpatioSchemas.properties())));
  }

  private static Operation operation(
      String id, String summary, Permission permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).requires(permission).tag("features");
  }

  private Future<Reply> list(ApiRequest request) {
    return handlers.list(request, source(request));
  }

  private FeatureSource source(ApiRequest request) {
    return new CollectionItems(services.items(), request.path("collectionId"));
  }

  private Future<Reply> load(ApiRequest request) {
    String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
    boolean lines = type.startsWith("application/x-ndjson");
    InputStream body = request.input();
    return services
        .items()
        .load(request.caller(), request.path("collectionId"), body, lines)
        .map(loaded -> reply(loaded, request));
  }

  private Reply reply(ItemService.Loaded loaded, ApiRequest request) {
    if (loaded.single().isPresent()) {
      StoredItem item = loaded.single().get();
      return handlers.feature(201, request, item).location(handlers.address(request, item));
    }
    return Reply.json(
        Json.object().put("inserted", loaded.inserted()).put("replaced", loaded.replaced()));
  }

  private Future<Reply> get(ApiRequest request) {
    return handlers.one(request, source(request));
  }

  private Future<Reply> replace(ApiRequest request) {
    String id = request.path("featureId");
    ObjectNode body = request.json();
    if (body.hasNonNull("id") && !body.path("id").asText().equals(id)) {
      throw Problem.invalid(
          Violation.at("feature", "/id", "the id differs from that of the address"));
    }
    Item item = FeatureBody.parse(body.put("id", id), "", services.positions());
    return services
        .items()
        .replace(request.caller(), request.path("collectionId"), item, ifVersion(request))
        .map(stored -> handlers.feature(200, request, stored));
  }

  private Future<Reply> delete(ApiRequest request) {
    return services
        .items()
        .delete(
            request.caller(),
            request.path("collectionId"),
            request.path("featureId"),
            ifVersion(request))
        .map(ignored -> Reply.noContent());
  }

  private static OptionalLong ifVersion(ApiRequest request) {
    return Conditional.version(request.ifMatch())
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private Future<Reply> queryables(ApiRequest request) {
    return schema(
        request,
        "queryables",
        types -> {
          ObjectNode properties = Json.object();
          properties.putObject("geometry").put("title", "geometry").put("format", "geometry-any");
          return properties.setAll(properties(types));
        });
  }

  private Future<Reply> sortables(ApiRequest request) {
    return schema(request, "sortables", ItemRoutes::properties);
  }

  private Future<Reply> schema(
      ApiRequest request, String name, Function<Map<String, List<String>>, ObjectNode> members) {
    String id = request.path("collectionId");
    return services
        .items()
        .queryables(request.caller(), id)
        .map(
            types -> {
              ObjectNode json =
                  Json.object().put("$schema", "https://json-schema.org/draft/2020-12/schema");
              json.put("$id", CollectionJson.base(id, request) + "/" + name);
              json.put("type", "object").put("title", id);
              json.set("properties", members.apply(types));
              json.put("additionalProperties", true);
              return Reply.text(200, Links.SCHEMA, Json.write(json));
            });
  }

  private static ObjectNode properties(Map<String, List<String>> types) {
    ObjectNode properties = Json.object();
    types.forEach(
        (name, found) -> {
          ObjectNode property = properties.putObject(name).put("title", name);
          List<String> real = found.stream().filter(type -> !type.equals("null")).toList();
          if (real.size() == 1) {
            property.put("type", real.getFirst());
            if (TIMES.contains(name) && real.getFirst().equals("string")) {
              property.put("format", "date-time");
            }
          }
        });
    return properties;
  }
}
