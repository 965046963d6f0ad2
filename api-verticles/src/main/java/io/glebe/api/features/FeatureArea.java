package io.glebe.api.features;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.html.HtmlDocument;
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.api.ogc.FeatureHandlers;
import io.glebe.api.ogc.FeatureParameters;
import io.glebe.api.ogc.FeatureProfile;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Representation;
import io.glebe.core.access.Permission;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.feature.FeatureKind;
import io.glebe.core.feature.RecordFeatures;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Set;
import java.util.function.Function;

/** The routes of OGC API - Features below {@code /features}. Read-only. */
public final class FeatureArea implements ApiArea {
  private static final String TAG = "Geospatial features";
  private static final String COLLECTION = "/features/collections/{collectionId}";
  private static final String CURSOR = "cursor";

  /** The queryables are parameters; order and CRS are fixed. */
  private static final FeatureProfile PROFILE =
      new FeatureProfile(
          CURSOR,
          RecordFeatures.DATETIME::parse,
          Set.of(),
          request -> pages(request).at("/collections/" + request.path("collectionId")));

  private final RecordService records;
  private final BoundedCql filters;
  private final FeatureHandlers handlers;

  public FeatureArea(RecordService records, BoundedCql filters) {
    this.records = records;
    this.filters = filters;
    this.handlers = new FeatureHandlers(PROFILE, filters);
  }

  @Override
  public String name() {
    return "features";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    document(
        routes,
        "/features",
        "featuresLanding",
        "The landing page of the features",
        FeatureSchemas.landingPage(),
        r -> pages(r).landingPage());
    document(
        routes,
        "/features/conformance",
        "featuresConformance",
        "The conformance classes of the features",
        FeatureSchemas.conformance(),
        r -> pages(r).conformance());
    document(
        routes,
        "/features/collections",
        "listFeatureCollections",
        "Lists the collections of features",
        FeatureSchemas.collections(),
        r -> pages(r).collections(kind -> features(kind).extent(r.caller())));
    document(
        routes,
        COLLECTION,
        "getFeatureCollection",
        "Describes a collection of features",
        FeatureSchemas.collection(),
        r -> described(r, source(r)));
    contributeItems(routes);
  }

  private void contributeItems(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        COLLECTION + "/queryables",
        operation("getFeatureQueryables", "What features can be filtered by", this::queryables)
            .answers(
                DocumentedResponse.of(
                    200, "a JSON Schema", Links.SCHEMA, FeatureSchemas.properties()),
                DocumentedResponse.json(200, "the same", FeatureSchemas.properties())));
    routes.get(
        Surface.FARM,
        COLLECTION + "/items",
        operation("listFarmFeatures", "Lists features", this::items)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.read("field"), Permission.read("region"), Permission.read("site")))
            .takes(parameters(filters.characters()))
            .answers(
                DocumentedResponse.of(
                    200, "a FeatureCollection", Links.GEO_JSON, FeatureSchemas.features()),
                DocumentedResponse.of(200, "a page to read", Html.MEDIA_TYPE)));
    routes.get(
        Surface.FARM,
        COLLECTION + "/items/{featureId}",
        operation("getFarmFeature", "Reads one feature", this::item)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.read("field"), Permission.read("region"), Permission.read("site")))
            .takes(Representation.FORMAT)
            .answers(
                DocumentedResponse.of(200, "a Feature", Links.GEO_JSON, FeatureSchemas.feature())
                    .with(ResponseHeader.ETAG),
                DocumentedResponse.of(200, "a page to read", Html.MEDIA_TYPE)));
  }

  private static Parameter[] parameters(int filterCharacters) {
    return new Parameter[] {
      FeatureParameters.LIMIT,
      FeatureParameters.BBOX,
      Parameter.query(
          "datetime",
          "an instant, a day or an interval; .. is an open end, but not both",
          QuerySchemas.time()),
      Parameter.query(
          "filter",
          "a condition in CQL2 over the queryables",
          QuerySchemas.like(
              filterCharacters, "name = 'North'", "name LIKE 'N%' AND originType = 'USER'")),
      Parameter.query("filter-lang", "language of filter", QuerySchemas.filterLanguage()),
      Parameter.query(CURSOR, "where the page before ended", QuerySchemas.cursor()),
      Representation.FORMAT,
      Parameter.properties("only features whose property has this value")
    };
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.FARM, endpoint).tag(TAG);
  }

  private static void document(
      RouteTable.Builder routes,
      String path,
      String id,
      String summary,
      ObjectNode schema,
      Function<ApiRequest, ObjectNode> content) {
    routes.get(
        Surface.FARM,
        path,
        operation(id, summary, r -> OffLoop.run(() -> described(r, content)))
            .takes(Representation.FORMAT)
            .answers(
                DocumentedResponse.json(200, "the document", schema),
                DocumentedResponse.of(200, "the same", Links.GEO_JSON, schema),
                DocumentedResponse.of(200, "a page to read", Html.MEDIA_TYPE)));
  }

  private static Reply described(ApiRequest request, Function<ApiRequest, ObjectNode> content) {
    if (Representation.isHtml(request, Links.GEO_JSON)) {
      String page = HtmlDocument.of(content.apply(request), FeaturePages.TITLE);
      return Reply.text(200, Html.CONTENT_TYPE, page);
    }
    String type =
        request.params().has("f")
            ? Json.MEDIA_TYPE
            : request.negotiate(Json.MEDIA_TYPE, Links.GEO_JSON, Html.MEDIA_TYPE);
    return Reply.text(200, type, Json.write(content.apply(request)));
  }

  private static ObjectNode described(ApiRequest request, RecordFeatures features) {
    return pages(request).collection(features.kind(), features.extent(request.caller()));
  }

  private static FeaturePages pages(ApiRequest request) {
    return new FeaturePages(request.links());
  }

  private RecordFeatures features(FeatureKind kind) {
    return new RecordFeatures(records, kind);
  }

  private RecordFeatures source(ApiRequest request) {
    String id = request.path("collectionId");
    return features(
        FeatureKind.of(id)
            .orElseThrow(() -> Problem.notFound("there is no feature collection " + id)));
  }

  private Future<Reply> queryables(ApiRequest request) {
    String type = request.negotiate(Links.SCHEMA, Json.MEDIA_TYPE);
    String text = Json.write(pages(request).queryables(source(request).kind()));
    return Future.succeededFuture(Reply.text(200, type, text));
  }

  private Future<Reply> items(ApiRequest request) {
    return handlers.list(request, source(request));
  }

  private Future<Reply> item(ApiRequest request) {
    return handlers.one(request, source(request));
  }
}
