package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Reply;
import io.glebe.api.http.html.Html;
import io.glebe.core.cql.BoundedCql;
import io.glebe.core.json.Json;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.FeatureSource;
import io.glebe.core.ogc.OgcFeature;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;

/** The handlers of the resources {@code items} and {@code items/{featureId}}, for any source. */
public final class FeatureHandlers {
  /** Parameters of one feature, where the interface has them. */
  private final FeatureProfile profile;

  private final BoundedCql filters;

  public FeatureHandlers(FeatureProfile profile, BoundedCql filters) {
    this.profile = profile;
    this.filters = filters;
  }

  /** Replies with a page of features as GeoJSON or HTML. */
  public Future<Reply> list(ApiRequest request, FeatureSource source) {
    FeatureQuery query =
        FeatureParams.parse(request.params(), profile, source.description(), filters);
    FeatureJson json = FeatureJson.ofList(request.params(), profile);
    boolean html = Representation.isHtml(request, Links.GEO_JSON);
    MemoryBudget.Lease memory = request.memory();
    return source
        .list(request.caller(), query, memory)
        .compose(
            page ->
                html
                    ? reply(
                        page,
                        memory,
                        Html.CONTENT_TYPE,
                        out ->
                            html(request, source, json).page(page, end -> links(request, end), out))
                    : reply(
                        page,
                        memory,
                        Links.GEO_JSON,
                        out -> json.page(page, end -> links(request, end), out)))
        .map(reply -> located(reply, json));
  }

  private FeatureHtml html(ApiRequest request, FeatureSource source, FeatureJson form) {
    String base = profile.base().apply(request);
    return new FeatureHtml(source.description(), form, id -> address(base, id));
  }

  /** A page that reads the database is written as a stream, any other at once. */
  private static Future<Reply> reply(
      FeaturePage page, MemoryBudget.Lease memory, String type, Reply.Writer writer) {
    return page.isInMemory()
        ? written(memory, type, writer)
        : Future.succeededFuture(Reply.written(200, type, writer));
  }

  private static Future<Reply> written(
      MemoryBudget.Lease memory, String type, Reply.Writer writer) {
    return OffLoop.run(
        () -> {
          PageBody body = new PageBody(memory);
          writer.write(body);
          return Reply.bytes(200, type, body.buffer());
        });
  }

  /** Replies with one feature as GeoJSON or HTML. */
  public Future<Reply> one(ApiRequest request, FeatureSource source) {
    FeatureJson json = FeatureJson.ofFeature(request.params(), profile);
    boolean html = Representation.isHtml(request, Links.GEO_JSON);
    MemoryBudget.Lease memory = request.memory();
    return source
        .feature(request.caller(), request.path("featureId"), memory)
        .compose(
            feature ->
                html
                    ? OffLoop.run(() -> page(request, source, json, feature))
                    : written(
                            memory,
                            Links.GEO_JSON,
                            out -> json.one(feature, links(request, feature), out))
                        .map(reply -> tagged(reply, feature)))
        .map(reply -> located(reply, json));
  }

  private Reply page(
      ApiRequest request, FeatureSource source, FeatureJson json, OgcFeature feature) {
    String text = html(request, source, json).one(feature, links(request, feature));
    return Reply.text(200, Html.CONTENT_TYPE, text);
  }

  /** Replies with this feature as GeoJSON, with its entity tag. */
  public Reply feature(int status, ApiRequest request, OgcFeature feature) {
    String text = FeatureJson.WHOLE.one(feature, links(request, feature));
    return tagged(Reply.text(status, Links.GEO_JSON, text), feature);
  }

  private static Reply tagged(Reply reply, OgcFeature feature) {
    return feature.entityVersion().isPresent()
        ? reply.version(feature.entityVersion().getAsLong())
        : reply;
  }

  /** Returns the URL of a feature. */
  public String address(ApiRequest request, OgcFeature feature) {
    return address(profile.base().apply(request), feature.id());
  }

  private static String address(String base, String id) {
    return base + "/items/" + Queries.encoded(id);
  }

  /** Adds the CRS of the positions. */
  private Reply located(Reply reply, FeatureJson json) {
    return profile.hasCrs() ? reply.header("Content-Crs", "<" + json.crs().uri() + ">") : reply;
  }

  private ArrayNode links(ApiRequest request, FeaturePage.End end) {
    String base = profile.base().apply(request);
    String items = base + "/items";
    String html = Queries.with(request, "f", "html");
    ArrayNode links = Json.array();
    Links.add(links, "self", items + Queries.of(request), Links.GEO_JSON, "this page");
    Links.add(links, "alternate", items + html, Html.MEDIA_TYPE, "this page as HTML");
    Links.add(links, "collection", base, Json.MEDIA_TYPE, "the collection");
    end.next()
        .ifPresent(
            next ->
                Links.add(
                    links,
                    "next",
                    items + Queries.with(request, profile.cursor(), next),
                    Links.GEO_JSON,
                    "the next page"));
    return links;
  }

  private ArrayNode links(ApiRequest request, OgcFeature feature) {
    String self = address(request, feature);
    ArrayNode links = Json.array();
    Links.add(links, "self", self, Links.GEO_JSON, "this feature");
    Links.add(links, "alternate", self + "?f=html", Html.MEDIA_TYPE, "this feature as HTML");
    String base = profile.base().apply(request);
    Links.add(links, "collection", base, Json.MEDIA_TYPE, "the collection");
    return links;
  }
}
