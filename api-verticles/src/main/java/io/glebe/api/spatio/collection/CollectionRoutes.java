package io.glebe.api.spatio.collection;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Queries;
import io.glebe.api.ogc.Representation;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.collection.CollectionBody;
import io.glebe.core.cube.collection.CollectionPage;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;

/** Collections: list, create, read, replace, delete. */
public final class CollectionRoutes {
  private final SpatioServices services;

  public CollectionRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        "/collections",
        Representation.both(
                operation(
                    "listCollections",
                    "Lists the collections that the caller may read",
                    Permission.read("data"),
                    this::list),
                Json.MEDIA_TYPE,
                SpatioSchemas.collections())
            .takes(CollectionParams.ofSelection())
            .takes(
                Parameter.query(
                    "filter",
                    "CQL2 over the description",
                    QuerySchemas.like(
                        services.filters().characters(),
                        "title ILIKE 'trial%'",
                        "itemType = 'feature'")),
                Parameter.query("filter-lang", "language of filter", QuerySchemas.filterLanguage()))
            .takes(CollectionParams.ofPage()));
    routes.v2AndLegacy(
        POST,
        "/collections",
        operation(
                "createCollection", "Creates a collection", Permission.create("data"), this::create)
            .answers(
                DocumentedResponse.json(201, "the collection", SpatioSchemas.collection())
                    .with(ResponseHeader.ETAG, ResponseHeader.LOCATION))
            .body(Body.JSON, SpatioSchemas.collectionBody(true)));
    contributeSingle(routes);
  }

  private void contributeSingle(RouteTable.Builder routes) {
    String one = "/collections/{collectionId}";
    routes.v2AndLegacy(
        GET,
        one + "/capabilities",
        operation(
                "getCapabilities",
                "Tells what can be asked",
                Permission.read("data"),
                this::capabilities)
            .answers(
                DocumentedResponse.json(200, "what can be asked", LayerSchemas.capabilities())));
    routes.v2AndLegacy(
        GET,
        one,
        Representation.both(
            operation("getCollection", "Reads a collection", Permission.read("data"), this::get),
            Json.MEDIA_TYPE,
            SpatioSchemas.collection(),
            ResponseHeader.ETAG));
    routes.v2AndLegacy(
        PUT,
        one,
        operation(
                "replaceCollection",
                "Replaces the description of a collection",
                Permission.update("data"),
                this::replace)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.json(200, "the collection", SpatioSchemas.collection())
                    .with(ResponseHeader.ETAG))
            .body(services.json(Action.UPDATE), SpatioSchemas.collectionBody(false)));
    routes.v2AndLegacy(
        DELETE,
        one,
        operation(
                "deleteCollection",
                "Removes a collection with its data",
                Permission.delete("data"),
                this::delete)
            .takes(Parameter.IF_MATCH)
            .answers(DocumentedResponse.empty(204, "removed")));
  }

  private static Operation operation(
      String id, String summary, Permission permission, io.glebe.api.http.Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(permission)
        .tag("collections");
  }

  private Future<Reply> list(ApiRequest request) {
    return services
        .collections()
        .list(
            request.caller(),
            CollectionParams.filtered(request.params(), services.filters()),
            CollectionParams.after(request.params()),
            CollectionParams.limit(request.params()))
        .map(page -> Representation.of(request, page(page, request)));
  }

  private static ObjectNode page(CollectionPage page, ApiRequest request) {
    ObjectNode json = Json.object();
    ArrayNode collections = json.putArray("collections");
    page.collections()
        .forEach(collection -> collections.add(CollectionJson.of(collection, request)));
    int returned = page.collections().size();
    json.put("timeStamp", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    if (page.next().isEmpty() && !request.params().has("after")) {
      json.put("numberMatched", returned);
    }
    json.put("numberReturned", returned);
    String here = request.links().to(request.surface(), "/collections");
    ArrayNode links = json.putArray("links");
    Links.add(links, "self", here + Queries.of(request), "application/json", "this page");
    Links.add(
        links, "alternate", here + Queries.with(request, "f", "html"), "text/html", "to read");
    page.next()
        .ifPresent(
            after ->
                Links.add(
                    links,
                    "next",
                    here + Queries.with(request, "after", after),
                    "application/json",
                    "the next page"));
    return json;
  }

  private Future<Reply> create(ApiRequest request) {
    return services
        .collections()
        .create(request.caller(), CollectionBody.parse(request.json()))
        .map(made -> reply(201, made, request).location(CollectionJson.base(made.id(), request)));
  }

  private Future<Reply> get(ApiRequest request) {
    return services
        .collections()
        .read(request.caller(), request.path("collectionId"))
        .map(found -> Representation.of(request, CollectionJson.of(found, request), etag(found)));
  }

  private Future<Reply> capabilities(ApiRequest request) {
    String id = request.path("collectionId");
    return services
        .collections()
        .read(request.caller(), id)
        .compose(
            found ->
                services
                    .layers()
                    .cubeIfAny(request.caller(), id)
                    .map(cube -> Reply.json(CapabilitiesJson.of(found, cube, request))));
  }

  private Future<Reply> replace(ApiRequest request) {
    return services
        .collections()
        .replace(
            request.caller(),
            request.path("collectionId"),
            CollectionBody.parse(request.json()),
            ifVersion(request))
        .map(changed -> reply(200, changed, request));
  }

  private Future<Reply> delete(ApiRequest request) {
    return services
        .collections()
        .delete(request.caller(), request.path("collectionId"), ifVersion(request))
        .map(ignored -> Reply.noContent());
  }

  private static Reply reply(int status, CubeCollection collection, ApiRequest request) {
    return Reply.json(status, CollectionJson.of(collection, request)).etag(etag(collection));
  }

  private static String etag(CubeCollection collection) {
    return "\"" + collection.version() + "." + collection.dataVersion() + "\"";
  }

  /**
   * The version of the description in If-Match; the part after the dot is the version of the data.
   */
  public static OptionalLong ifVersion(ApiRequest request) {
    String header = request.ifMatch().orElse("*").strip();
    if (header.equals("*")) {
      return OptionalLong.empty();
    }
    if (!header.matches("\"\\d{1,18}(\\.\\d{1,18}){0,2}\"")) {
      throw Problem.preconditionFailed("If-Match names no version of this collection");
    }
    return OptionalLong.of(Long.parseLong(header.substring(1).split("[.\"]", -1)[0]));
  }
}
