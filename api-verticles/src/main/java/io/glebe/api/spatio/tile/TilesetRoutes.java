package io.glebe.api.spatio.tile;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.PATCH;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import io.glebe.api.http.header.Conditional;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.tileset.Tileset;
import io.glebe.core.cube.tileset.TilesetBody;
import io.glebe.core.json.Json;
import io.glebe.tile.engine.TileEngine;
import io.glebe.tile.grid.TileMatrixSet;
import io.vertx.core.Future;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Stored tilesets: a rendering or the features of a collection, over a tile matrix set. */
public final class TilesetRoutes {
  private static final String ALL = "/collections/{collectionId}/tilesets";
  private static final String ONE = ALL + "/{tilesetId}";
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";
  private static final int MAX_LIMIT = 1_000;
  private static final int DEFAULT_LIMIT = 100;

  private final SpatioServices services;

  public TilesetRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        ALL,
        operation(
                "listStoredTilesets",
                "Lists described tilesets",
                Permission.read("data"),
                this::list)
            .answers(DocumentedResponse.json(200, "a page", TilesetSchemas.page()))
            .takes(
                Parameter.query(
                    "limit",
                    "tilesets on a page",
                    Schemas.integer(1, MAX_LIMIT).put("default", DEFAULT_LIMIT)),
                Parameter.query(
                    "after", "id after which the page begins", QuerySchemas.tilesetId())));
    routes.v2AndLegacy(
        POST,
        ALL,
        operation("createTileset", "Describes a tileset", Permission.create("data"), this::create)
            .answers(
                DocumentedResponse.json(201, "the tileset", TilesetSchemas.stored())
                    .with(ResponseHeader.ETAG, ResponseHeader.LOCATION))
            .body(services.json(Action.CREATE), TilesetSchemas.body()));
    routes.v2AndLegacy(
        GET,
        ONE,
        operation("getStoredTileset", "Reads a tileset", Permission.read("data"), this::get)
            .answers(
                DocumentedResponse.json(200, "the tileset", TilesetSchemas.stored())
                    .with(ResponseHeader.ETAG)));
    routes.v2AndLegacy(
        PUT,
        ONE,
        operation("replaceTileset", "Replaces a tileset", Permission.update("data"), this::replace)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.json(200, "the tileset", TilesetSchemas.stored())
                    .with(ResponseHeader.ETAG))
            .body(services.json(Action.UPDATE), TilesetSchemas.body()));
    routes.v2AndLegacy(
        PATCH,
        ONE,
        operation("patchTileset", "Changes a tileset", Permission.update("data"), this::patch)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.json(200, "the tileset", TilesetSchemas.stored())
                    .with(ResponseHeader.ETAG))
            .body(services.withRight(Body.MERGE_PATCH, Action.UPDATE), TilesetSchemas.patch()));
    routes.v2AndLegacy(
        DELETE,
        ONE,
        operation("deleteTileset", "Removes a tileset", Permission.delete("data"), this::delete)
            .takes(Parameter.IF_MATCH)
            .answers(DocumentedResponse.empty(204, "removed")));
  }

  private static Operation operation(
      String id, String summary, Permission permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).requires(permission).tag("tilesets");
  }

  private Future<Reply> list(ApiRequest request) {
    int limit = request.params().integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    String after = request.params().text("after").orElse("");
    String collection = request.path("collectionId");
    return services
        .tilesets()
        .list(request.caller(), collection, after, limit + 1)
        .map(
            found -> {
              List<Tileset> shown = found.subList(0, Math.min(limit, found.size()));
              ObjectNode json = Json.object();
              ArrayNode tilesets = json.putArray("tilesets");
              shown.forEach(tileset -> tilesets.add(json(tileset, request)));
              json.put("numberReturned", shown.size());
              String here = CollectionJson.base(collection, request) + "/tilesets";
              ArrayNode links = json.putArray("links");
              Links.add(links, "self", here, Json.MEDIA_TYPE, "this page");
              if (found.size() > limit) {
                String next = here + "?limit=" + limit + "&after=" + shown.getLast().id();
                Links.add(links, "next", next, Json.MEDIA_TYPE, "the next page");
              }
              return Reply.json(json);
            });
  }

  private Future<Reply> create(ApiRequest request) {
    return services
        .tilesets()
        .create(request.caller(), request.path("collectionId"), TilesetBody.parse(request.json()))
        .map(made -> reply(201, made, request).location(base(made, request)));
  }

  private Future<Reply> get(ApiRequest request) {
    return services
        .tilesets()
        .read(request.caller(), request.path("collectionId"), request.path("tilesetId"))
        .map(found -> reply(200, found, request));
  }

  private Future<Reply> replace(ApiRequest request) {
    return services
        .tilesets()
        .replace(
            request.caller(),
            request.path("collectionId"),
            request.path("tilesetId"),
            TilesetBody.parse(request.json()),
            ifVersion(request))
        .map(changed -> reply(200, changed, request));
  }

  private Future<Reply> patch(ApiRequest request) {
    return services
        .tilesets()
        .patch(
            request.caller(),
            request.path("collectionId"),
            request.path("tilesetId"),
            request.json(),
            ifVersion(request))
        .map(changed -> reply(200, changed, request));
  }

  private Future<Reply> delete(ApiRequest request) {
    return services
        .tilesets()
        .delete(
            request.caller(),
            request.path("collectionId"),
            request.path("tilesetId"),
            ifVersion(request))
        .map(ignored -> Reply.noContent());
  }

  private static OptionalLong ifVersion(ApiRequest request) {
    return Conditional.version(request.ifMatch())
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  private static Reply reply(int status, Tileset tileset, ApiRequest request) {
    return Reply.json(status, json(tileset, request)).version(tileset.version());
  }

  private static ObjectNode json(Tileset tileset, ApiRequest request) {
    ObjectNode json = Json.object().put("id", tileset.id());
    json.put("collectionId", request.path("collectionId"));
    json.setAll(tileset.doc());
    TileMatrixSet set =
        TileMatrixSet.byId(tileset.matrixSet()).orElse(TileMatrixSet.WEB_MERCATOR_QUAD);
    json.put("crs", set.crs()).put("tileMatrixSetURI", set.uri());
    json.put("created", tileset.createdAt().toString());
    json.put("updated", tileset.updatedAt().toString());
    json.set("links", links(tileset, set, request));
    return json;
  }

  private static ArrayNode links(Tileset tileset, TileMatrixSet set, ApiRequest request) {
    ArrayNode links = Json.array();
    Links.add(links, "self", base(tileset, request), Json.MEDIA_TYPE, "this tileset");
    Links.add(
        links,
        REL + "tiling-scheme",
        request.links().to(request.surface(), "/tileMatrixSets/" + tileset.matrixSet()),
        Json.MEDIA_TYPE,
        set.title());
    String tiles =
        CollectionJson.base(request.path("collectionId"), request)
            + "/tiles/"
            + tileset.matrixSet();
    String query = query(tileset);
    Links.add(
        links, "describedby", tiles + "/tilejson.json" + query, Json.MEDIA_TYPE, "as TileJSON");
    links
        .addObject()
        .put("rel", "item")
        .put("type", tileset.vector() ? VectorTileReplies.MVT : TileEngine.PNG)
        .put("templated", true)
        .put("href", tiles + "/{tileMatrix}/{tileCol}/{tileRow}" + query)
        .put("title", "its tiles");
    return links;
  }

  /** The parameters of its tiles, as a query. */
  private static String query(Tileset tileset) {
    List<String> pairs = new ArrayList<>();
    for (String name : TilesetBody.PARAMETERS) {
      JsonNode value = tileset.doc().path(name);
      if (value.isMissingNode()) {
        continue;
      }
      List<String> words = new ArrayList<>();
      (value.isArray() ? value : Json.array().add(value)).forEach(word -> words.add(word.asText()));
      String text = String.join(",", words);
      pairs.add(name + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }

  private static String base(Tileset tileset, ApiRequest request) {
    return CollectionJson.base(request.path("collectionId"), request) + "/tilesets/" + tileset.id();
  }
}
