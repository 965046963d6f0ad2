package io.glebe.api.spatio.stac;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.PATCH;
import static io.vertx.core.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ClientDeparture;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.http.schema.Schemas;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Queries;
import io.glebe.api.spatio.collection.CollectionParams;
import io.glebe.api.spatio.collection.CollectionRoutes;
import io.glebe.api.spatio.common.Conformance;
import io.glebe.api.spatio.common.ServiceLinks;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.collection.CollectionQuery;
import io.glebe.core.json.Json;
import io.glebe.core.stac.StacDocuments;
import io.glebe.core.stac.StacOrder;
import io.glebe.core.stac.StacPage;
import io.glebe.core.stac.StacQuery;
import io.glebe.core.stac.StacService;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;

/** The STAC catalogue: STAC 1.0.0 with item search. */
public final class StacRoutes {
  private static final String COLLECTIONS = "/stac/collections";
  private static final String COLLECTION = COLLECTIONS + "/{collectionId}";
  private static final String SEARCH = "/stac/search";
  private static final String METADATA = "/collections/{collectionId}/stac-metadata";
  private static final String BELOW_COLLECTIONS = "/collections/stac/collections";

  /** Maximum length of a geometry in a query, the longest that the longest request line has. */
  private static final int MAX_GEOMETRY = 1 << 20;

  /**
   * Maximum number of child links of the catalogue; all collections are behind its link {@code
   * data}.
   */
  private static final int MAX_CHILDREN = 1_000;

  private final StacService stac;
  private final StacParams queries;
  private final Body patch;

  public StacRoutes(SpatioServices services) {
    this.stac = services.stac();
    this.patch = services.withRight(Body.MERGE_PATCH, Action.UPDATE);
    this.queries = new StacParams(services.filters(), services.positions());
  }

  public void contribute(RouteTable.Builder routes) {
    Operation collections =
        operation(
                "stacCollections",
                "Lists collections as STAC",
                Permission.read("data"),
                this::collections)
            .answers(DocumentedResponse.json(200, "a page", StacDocumentSchemas.collections()))
            .takes(CollectionParams.ofSelection())
            .takes(CollectionParams.ofPage());
    Operation collection =
        operation(
                "stacCollection",
                "Reads a collection as STAC",
                Permission.read("data"),
                this::collection)
            .answers(
                DocumentedResponse.json(200, "the collection", StacDocumentSchemas.collection())
                    .with(ResponseHeader.ETAG));
    routes.v2AndLegacy(
        GET,
        "/stac",
        operation("stac", "The catalogue", Permission.read("data"), this::catalogue)
            .answers(
                DocumentedResponse.json(200, "the catalogue", StacDocumentSchemas.catalogue())));
    routes.v2AndLegacy(GET, COLLECTIONS, collections).v2AndLegacy(GET, COLLECTION, collection);
    routes.get(Surface.LEGACY, BELOW_COLLECTIONS, collections);
    routes.get(Surface.LEGACY, BELOW_COLLECTIONS + "/{collectionId}", collection);
    items(routes);
    metadata(routes);
  }

  private void items(RouteTable.Builder routes) {
    Parameter[] parameters = parameters();
    DocumentedResponse page =
        DocumentedResponse.of(200, "a page of items", Links.GEO_JSON, StacDocumentSchemas.items());
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/items",
        operation(
                "stacItems",
                "Lists the items of a collection",
                Permission.read("data"),
                this::listed)
            .takes(parameters)
            .answers(page));
    routes.v2AndLegacy(
        GET,
        COLLECTION + "/items/{itemId}",
        operation("stacItem", "Reads an item", Permission.read("data"), this::item)
            .answers(
                DocumentedResponse.of(200, "the item", Links.GEO_JSON, StacDocumentSchemas.item())
                    .with(ResponseHeader.ETAG)));
    routes.v2AndLegacy(
        GET,
        SEARCH,
        operation(
                "stacSearch",
                "Finds items of all collections",
                Permission.read("data"),
                this::search)
            .takes(parameters)
            .answers(page));
    routes.v2AndLegacy(
        POST,
        SEARCH,
        operation(
                "stacSearchPost",
                "Finds items, asked in a body",
                Permission.read("data"),
                this::posted)
            .body(Body.JSON, StacDocumentSchemas.search(queries.filters().characters()))
            .answers(page));
  }

  private Parameter[] parameters() {
    return new Parameter[] {
      Parameter.query("bbox", "west,south,east,north, or six numbers with heights", Schemas.box()),
      Parameter.query(
          "datetime",
          "an instant, a date or an interval with at least one end",
          QuerySchemas.time()),
      Parameter.query(
          "filter",
          "CQL2 over the items' properties",
          QuerySchemas.like(
              queries.filters().characters(),
              "datetime > TIMESTAMP('2026-06-01T00:00:00Z')",
              "title IS NOT NULL")),
      Parameter.query("filter-lang", "language of filter", QuerySchemas.filterLanguage()),
      Parameter.query("filter-crs", "CRS of the places in the filter", QuerySchemas.crs()),
      Parameter.query("f", "form of the answer", Schemas.word("geojson")),
      Parameter.query(
          "sortby",
          "attributes of items, each with a leading + or -",
          Schemas.list(Schemas.text(), 1, StacOrder.MAX_TERMS)),
      Parameter.query(
          "limit",
          "items on a page; a larger number is reduced to the maximum",
          Schemas.integer(1, StacQuery.MAX_LIMIT).put("default", StacQuery.DEFAULT_LIMIT)),
      Parameter.query("next", "cursor of a page", QuerySchemas.cursor()),
      Parameter.query("ids", "ids of items", Schemas.list(Schemas.text(), 1, StacQuery.MAX_NAMES)),
      Parameter.query(
          "collections",
          "ids of collections",
          Schemas.list(Schemas.text(), 1, StacQuery.MAX_NAMES)),
      Parameter.query(
          "intersects",
          "a GeoJSON geometry as text",
          QuerySchemas.like(MAX_GEOMETRY, "{\"type\":\"Point\",\"coordinates\":[14.5,46.05]}"))
    };
  }

  private void metadata(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        METADATA,
        operation(
                "getStacMetadata",
                "Reads the STAC document",
                Permission.read("data"),
                this::collection)
            .answers(
                DocumentedResponse.json(200, "the document", StacDocumentSchemas.collection())
                    .with(ResponseHeader.ETAG)));
    routes.v2AndLegacy(
        PATCH,
        METADATA,
        operation(
                "patchStacMetadata",
                "Adds metadata to the STAC document",
                Permission.update("data"),
                this::patch)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.json(200, "the document", StacDocumentSchemas.collection())
                    .with(ResponseHeader.ETAG))
            .body(patch, StacDocumentSchemas.patch()));
    routes.v2AndLegacy(
        DELETE,
        METADATA,
        operation(
                "deleteStacMetadata",
                "Deletes the metadata of the STAC document",
                Permission.update("data"),
                this::forget)
            .takes(Parameter.IF_MATCH)
            .answers(DocumentedResponse.empty(204, "only derived metadata remain")));
  }

  private static Operation operation(
      String id, String summary, Permission permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).requires(permission).tag("stac");
  }

  private static StacDocuments documents(ApiRequest request) {
    return new StacDocuments(request.links().to(request.surface(), ""));
  }

  private Future<Reply> catalogue(ApiRequest request) {
    return stac.collections(request.caller(), CollectionQuery.ALL, "", MAX_CHILDREN)
        .map(
            found -> {
              ObjectNode json = documents(request).catalogue(found.sources(), Conformance.OF_STAC);
              ArrayNode links = (ArrayNode) json.get("links");
              ServiceLinks.interfaces(links, request);
              return Reply.json(json);
            });
  }

  private Future<Reply> collections(ApiRequest request) {
    boolean isFirst = !request.params().has("after");
    StacDocuments documents = documents(request);
    String here = documents.at("/collections");
    return stac.collections(
            request.caller(),
            CollectionParams.selected(request.params()),
            CollectionParams.after(request.params()),
            CollectionParams.limit(request.params()))
        .map(
            found ->
                Reply.json(
                    documents.collections(
                        found.sources(),
                        isFirst,
                        here + Queries.of(request),
                        found.next().map(next -> here + Queries.with(request, "after", next)))));
  }

  private Future<Reply> collection(ApiRequest request) {
    return stac.collection(request.caller(), request.path("collectionId"))
        .map(
            source ->
                Reply.json(documents(request).collection(source))
                    .etag("\"" + source.version() + "\""));
  }

  private Future<Reply> item(ApiRequest request) {
    return stac.item(request.caller(), request.path("collectionId"), request.path("itemId"))
        .map(
            item ->
                Reply.text(200, Links.GEO_JSON, Json.write(documents(request).item(item)))
                    .etag("\"" + item.source().version() + "\""));
  }

  private Future<Reply> listed(ApiRequest request) {
    StacQuery query = queries.parse(request.params());
    String id = request.path("collectionId");
    String here = documents(request).at("/collections/" + id + "/items");
    return stac.items(request.caller(), id, query, ClientDeparture.of(request))
        .compose(page -> page(page, here, request));
  }

  private Future<Reply> search(ApiRequest request) {
    StacQuery query = queries.parse(request.params());
    String here = documents(request).at("/search");
    return stac.search(request.caller(), query, ClientDeparture.of(request))
        .compose(page -> page(page, here, request));
  }

  private static Future<Reply> page(StacPage page, String here, ApiRequest request) {
    ArrayNode links = Json.array();
    String self = here + Queries.of(request);
    StacDocuments.link(links, "self", self, Links.GEO_JSON, "this page");
    page.next()
        .map(next -> here + Queries.with(request, "next", next))
        .ifPresent(
            next -> StacDocuments.link(links, "next", next, Links.GEO_JSON, "the next page"));
    return written(page, links, request);
  }

  private Future<Reply> posted(ApiRequest request) {
    ObjectNode body = request.json();
    String here = documents(request).at("/search");
    StacQuery query = queries.parse(body);
    return stac.search(request.caller(), query, ClientDeparture.of(request))
        .compose(
            page -> {
              ArrayNode links = Json.array();
              StacDocuments.link(links, "self", here, Links.GEO_JSON, "this search")
                  .put("method", "POST")
                  .set("body", body);
              page.next()
                  .ifPresent(
                      next ->
                          StacDocuments.link(links, "next", here, Links.GEO_JSON, "the next page")
                              .put("method", "POST")
                              .set("body", body.deepCopy().put("next", next)));
              return written(page, links, request);
            });
  }

  /** Writing a document of a thousand items takes long, so it runs off the event loop. */
  private static Future<Reply> written(StacPage page, ArrayNode links, ApiRequest request) {
    StacDocuments documents = documents(request);
    return OffLoop.run(() -> Json.write(documents.page(page, links)))
        .map(text -> Reply.text(200, Links.GEO_JSON, text));
  }

  private Future<Reply> patch(ApiRequest request) {
    return stac.patch(
            request.caller(),
            request.path("collectionId"),
            request.json(),
            CollectionRoutes.ifVersion(request))
        .map(
            source ->
                Reply.json(documents(request).collection(source))
                    .etag("\"" + source.version() + "\""));
  }

  private Future<Reply> forget(ApiRequest request) {
    return stac.forget(
            request.caller(), request.path("collectionId"), CollectionRoutes.ifVersion(request))
        .map(ignored -> Reply.noContent());
  }
}
