package io.glebe.api.features;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Params;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.html.Html;
import io.glebe.api.ogc.Links;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.cql.Cql;
import io.glebe.core.cql.Cql2Text;
import io.glebe.core.cql.CqlJson;
import io.glebe.core.feature.BoundingBoxes;
import io.glebe.core.feature.FeatureKind;
import io.glebe.core.feature.FeatureQuery;
import io.glebe.core.feature.Features;
import io.glebe.core.feature.Queryables;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The routes of OGC API - Features below {@code /features}. Read-only. */
public final class FeatureArea implements ApiArea {
  private static final String TAG = "Geospatial features";
  private static final String COLLECTION = "/features/collections/{collectionId}";
  private static final List<String> OWN =
      List.of("limit", "bbox", "datetime", "filter", "filter-lang", "cursor");
  private static final String CURSOR = "cursor";
  private static final String READABLE = Html.CONTENT_TYPE;

  private final Features features;

  public FeatureArea(RecordService records) {
    this.features = new Features(records);
  }

  @Override
  public String name() {
    return "features";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    document(routes, "/features", "featuresLanding", r -> pages(r).landing());
    document(routes, "/features/conformance", "featuresConformance", r -> pages(r).conformance());
    document(
        routes,
        "/features/collections",
        "listFeatureCollections",
        r -> pages(r).collections(kind -> features.extent(r.caller(), kind)));
    document(routes, COLLECTION, "getFeatureCollection", r -> described(r, kind(r)));
    routes.get(
        Surface.FARM,
        COLLECTION + "/queryables",
        operation("getFeatureQueryables", "What features can be filtered by", this::queryables)
            .answers(
                DocumentedResponse.of(200, "a JSON Schema", Links.SCHEMA),
                DocumentedResponse.of(200, "the same", Json.MEDIA_TYPE)));
    routes.get(
        Surface.FARM,
        COLLECTION + "/items",
        operation("listFeatures", "Lists features", this::items)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.read("field"), Permission.read("region"), Permission.read("site")))
            .takes(parameters())
            .answers(
                DocumentedResponse.of(200, "a FeatureCollection", Links.GEO_JSON),
                DocumentedResponse.of(200, "a page to read", FeaturePages.HTML)));
    routes.get(
        Surface.FARM,
        COLLECTION + "/items/{featureId}",
        operation("getFeature", "Reads one feature", this::item)
            .requires(
                RequiredPermissions.anyOf(
                    Permission.read("field"), Permission.read("region"), Permission.read("site")))
            .answers(
                DocumentedResponse.of(200, "a Feature", Links.GEO_JSON),
                DocumentedResponse.of(200, "a page to read", FeaturePages.HTML)));
  }

  private static Parameter[] parameters() {
    ObjectNode limit = Json.object().put("type", "integer").put("minimum", 1);
    limit.put("maximum", FeatureQuery.MAX_LIMIT).put("default", FeatureQuery.DEFAULT_LIMIT);
    return new Parameter[] {
      Parameter.query("limit", "most features of the page", limit),
      Parameter.query("bbox", "west,south,east,north in degrees, or six numbers with heights"),
      Parameter.query("datetime", "an instant, a day or an interval; .. is an open end"),
      Parameter.query("filter", "a condition in CQL2 over the queryables"),
      Parameter.query("filter-lang", "cql2-text, which is the default, or cql2-json"),
      Parameter.query(CURSOR, "where the page before ended")
    };
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.FARM, endpoint).tag(TAG);
  }

  private static void document(
      RouteTable.Builder routes, String path, String id, Function<ApiRequest, ObjectNode> content) {
    routes.get(
        Surface.FARM,
        path,
        operation(id, "Describes the features", r -> OffLoop.run(() -> described(r, content)))
            .answers(
                DocumentedResponse.json(200, "the document", Json.object().put("type", "object")),
                DocumentedResponse.of(200, "the same", Links.GEO_JSON),
                DocumentedResponse.of(200, "a page to read", FeaturePages.HTML)));
  }

  private static Reply described(ApiRequest request, Function<ApiRequest, ObjectNode> content) {
    request.params().refuseUnknown(List.of());
    String type = request.negotiate(Json.MEDIA_TYPE, Links.GEO_JSON, FeaturePages.HTML);
    ObjectNode document = content.apply(request);
    return type.equals(FeaturePages.HTML)
        ? Reply.text(200, READABLE, FeaturePages.html(document))
        : Reply.text(200, type, Json.write(document));
  }

  private ObjectNode described(ApiRequest request, FeatureKind kind) {
    return pages(request).collection(kind, features.extent(request.caller(), kind));
  }

  private static FeaturePages pages(ApiRequest request) {
    return new FeaturePages(request.links());
  }

  private static FeatureKind kind(ApiRequest request) {
    String id = request.path("collectionId");
    return FeatureKind.of(id)
        .orElseThrow(() -> Problem.notFound("there is no feature collection " + id));
  }

  private Future<Reply> queryables(ApiRequest request) {
    request.params().refuseUnknown(List.of());
    String type = request.negotiate(Links.SCHEMA, Json.MEDIA_TYPE);
    String text = Json.write(pages(request).queryables(kind(request)));
    return Future.succeededFuture(Reply.text(200, type, text));
  }

  private Future<Reply> items(ApiRequest request) {
    boolean html = wantsHtml(request);
    FeatureKind kind = kind(request);
    FeatureQuery query = query(request, kind);
    Features.Walk walk = features.walk(request.caller(), query);
    Map<String, String> sent = sent(request);
    FeaturePages pages = pages(request);
    return Future.succeededFuture(
        html
            ? Reply.written(200, READABLE, out -> writeHtml(walk, pages, sent, out))
            : Reply.written(200, Links.GEO_JSON, out -> write(walk, pages, sent, out)));
  }

  private static boolean wantsHtml(ApiRequest request) {
    return request
        .negotiate(Links.GEO_JSON, Json.MEDIA_TYPE, FeaturePages.HTML)
        .equals(FeaturePages.HTML);
  }

  private static FeatureQuery query(ApiRequest request, FeatureKind kind) {
    var params = request.params();
    Set<String> filterable = Filters.of(kind.type().name()).keySet();
    List<String> known = new ArrayList<>(OWN);
    known.addAll(Queryables.of(kind).keySet());
    known.remove("geometry"); // selected by bbox or in a filter
    params.refuseUnknown(known);
    Map<String, String> filters = new HashMap<>();
    List<Cql> terms = new ArrayList<>(filter(params).stream().toList());
    for (String name : params.names()) {
      if (filterable.contains(name)) {
        filters.put(name, params.required(name));
      } else if (!OWN.contains(name)) {
        terms.add(Queryables.equal(kind, name, params.required(name)));
      }
    }
    return new FeatureQuery(
        kind,
        params.integer("limit", FeatureQuery.DEFAULT_LIMIT, 1, FeatureQuery.MAX_LIMIT),
        params.numbers("bbox", 4, 6).map(BoundingBoxes::of),
        params.text("datetime").map(FeatureQuery.DATETIME::parse),
        filters,
        terms.size() < 2 ? terms.stream().findFirst() : Optional.of(new Cql.And(terms)),
        params.text(CURSOR));
  }

  private static Optional<Cql> filter(Params params) {
    String language =
        params.choice("filter-lang", List.of("cql2-text", "cql2-json")).orElse("cql2-text");
    return params
        .text("filter")
        .map(text -> language.equals("cql2-json") ? CqlJson.parse(text) : Cql2Text.parse(text));
  }

  private static Map<String, String> sent(ApiRequest request) {
    Map<String, String> sent = new LinkedHashMap<>();
    for (String name : request.params().names()) {
      sent.put(name, request.params().text(name).orElse(""));
    }
    return sent;
  }

  private void write(
      Features.Walk walk, FeaturePages pages, Map<String, String> sent, OutputStream out)
      throws IOException {
    boolean[] first = {true};
    put(out, "{\"type\":\"FeatureCollection\",\"features\":[");
    Features.Walked walked =
        features.make(
            walk,
            feature -> {
              put(out, first[0] ? "" : ",");
              out.write(Json.bytes(feature));
              first[0] = false;
            });
    ObjectNode end = links(walk, walked, pages, sent);
    put(out, "]," + Json.write(end).substring(1));
  }

  /** Writes the page as an HTML table. */
  private void writeHtml(
      Features.Walk walk, FeaturePages pages, Map<String, String> sent, OutputStream out)
      throws IOException {
    FeatureKind kind = walk.query().kind();
    put(out, FeaturePages.htmlHead(kind));
    Features.Walked walked = features.make(walk, feature -> put(out, pages.htmlRow(kind, feature)));
    put(out, FeaturePages.htmlEnd(links(walk, walked, pages, sent).path("links")));
  }

  private static ObjectNode links(
      Features.Walk walk, Features.Walked walked, FeaturePages pages, Map<String, String> sent) {
    ObjectNode end = Json.object().put("numberReturned", walked.returned());
    String path = "/collections/" + walk.query().kind().id();
    String items = pages.at(path + "/items");
    String self = items + query(sent);
    FeaturePages.link(end, "self", self, Links.GEO_JSON, "this page");
    FeaturePages.link(end, "alternate", self, FeaturePages.HTML, "this page as HTML");
    FeaturePages.link(end, "collection", pages.at(path), Json.MEDIA_TYPE, "the collection");
    walked.next().ifPresent(cursor -> next(end, items, sent, cursor));
    return end;
  }

  private static void next(ObjectNode end, String items, Map<String, String> sent, String cursor) {
    Map<String, String> query = new LinkedHashMap<>(sent);
    query.put(CURSOR, cursor);
    FeaturePages.link(end, "next", items + query(query), Links.GEO_JSON, "the next page");
  }

  private static String query(Map<String, String> sent) {
    StringBuilder query = new StringBuilder();
    sent.forEach(
        (name, value) ->
            query
                .append(query.isEmpty() ? '?' : '&')
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return query.toString();
  }

  private static void put(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private Future<Reply> item(ApiRequest request) {
    request.params().refuseUnknown(List.of());
    boolean html = wantsHtml(request);
    FeatureKind kind = kind(request);
    var id = request.pathUuid("featureId");
    FeaturePages pages = pages(request);
    String path = "/collections/" + kind.id();
    return OffLoop.run(
        () -> {
          ObjectNode feature = features.one(request.caller(), kind, id);
          FeaturePages.link(
              feature, "self", pages.at(path + "/items/" + id), Links.GEO_JSON, "this feature");
          FeaturePages.link(
              feature, "collection", pages.at(path), Json.MEDIA_TYPE, "the collection");
          return html
              ? Reply.text(200, READABLE, FeaturePages.htmlFeature(kind, feature))
              : Reply.text(200, Links.GEO_JSON, Json.write(feature));
        });
  }
}
