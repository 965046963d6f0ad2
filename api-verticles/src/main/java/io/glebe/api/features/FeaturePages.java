package io.glebe.api.features;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.LinkBuilder;
import io.glebe.api.http.Surface;
import io.glebe.api.http.html.Html;
import io.glebe.api.ogc.FeatureConformance;
import io.glebe.api.ogc.Links;
import io.glebe.core.feature.Extent;
import io.glebe.core.feature.FeatureKind;
import io.glebe.core.feature.Queryables;
import io.glebe.core.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The documents of the service. */
final class FeaturePages {
  static final String TITLE = "Farm features";
  private static final String OPENAPI_31 = "application/vnd.oai.openapi+json;version=3.1";
  private static final String OPENAPI_30 = "application/vnd.oai.openapi+json;version=3.0";

  private static final List<String> CONFORMANCE =
      Stream.of(
              FeatureConformance.FEATURES,
              List.of(FeatureConformance.features("3/1.0/conf/queryables-query-parameters")),
              FeatureConformance.FILTERS)
          .flatMap(List::stream)
          .toList();

  private final LinkBuilder links;

  FeaturePages(LinkBuilder links) {
    this.links = links;
  }

  String at(String path) {
    return links.to(Surface.FARM, "/features" + path);
  }

  private static void link(
      ObjectNode document, String rel, String href, String type, String title) {
    Links.add(document.withArray("links"), rel, href, type, title);
  }

  ObjectNode landingPage() {
    ObjectNode page = Json.object().put("title", TITLE);
    page.put("description", "Fields, regions and sites of the farms that you may read");
    link(page, "self", at(""), Json.MEDIA_TYPE, "this page");
    link(page, "alternate", at("?f=html"), Html.MEDIA_TYPE, "this page as HTML");
    link(page, "conformance", at("/conformance"), Json.MEDIA_TYPE, "conformance classes");
    link(page, "data", at("/collections"), Json.MEDIA_TYPE, "collections");
    link(
        page,
        "service-desc",
        links.to(Surface.FARM, "/openapi-3.0.json"),
        OPENAPI_30,
        "OpenAPI 3.0");
    link(page, "service-desc", links.to(Surface.FARM, "/openapi.json"), OPENAPI_31, "OpenAPI 3.1");
    link(page, "service-doc", links.to("/docs/"), Html.MEDIA_TYPE, "the contract to browse");
    return page;
  }

  ObjectNode conformance() {
    ObjectNode page = Json.object();
    link(page, "self", at("/conformance"), Json.MEDIA_TYPE, "this page");
    link(page, "alternate", at("/conformance?f=html"), Html.MEDIA_TYPE, "this page as HTML");
    CONFORMANCE.forEach(page.putArray("conformsTo")::add);
    return page;
  }

  /**
   * @param extents the extent of each kind for the caller
   */
  ObjectNode collections(Function<FeatureKind, Extent> extents) {
    ObjectNode page = Json.object();
    link(page, "self", at("/collections"), Json.MEDIA_TYPE, "this page");
    link(page, "alternate", at("/collections?f=html"), Html.MEDIA_TYPE, "this page as HTML");
    ArrayNode all = page.putArray("collections");
    FeatureKind.all().forEach(kind -> all.add(collection(kind, extents.apply(kind))));
    page.put("timeStamp", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    return page.put("numberMatched", all.size()).put("numberReturned", all.size());
  }

  ObjectNode collection(FeatureKind kind, Extent extent) {
    String self = "/collections/" + kind.id();
    ObjectNode page = Json.object().put("id", kind.id()).put("title", kind.title());
    page.put("description", kind.description()).put("itemType", "feature");
    page.putArray("crs").add(Links.CRS84);
    page.put("storageCrs", Links.CRS84);
    extent(page.putObject("extent"), extent);
    link(page, "self", at(self), Json.MEDIA_TYPE, kind.title());
    link(page, "alternate", at(self + "?f=html"), Html.MEDIA_TYPE, kind.title() + " as HTML");
    link(page, "items", at(self + "/items"), Links.GEO_JSON, "the features");
    link(page, "items", at(self + "/items?f=html"), Html.MEDIA_TYPE, "the features as HTML");
    link(page, Links.QUERYABLES, at(self + "/queryables"), Links.SCHEMA, "what can be filtered by");
    return page;
  }

  private static void extent(ObjectNode page, Extent extent) {
    extent
        .box()
        .ifPresent(
            box -> {
              ObjectNode spatial = page.putObject("spatial").put("crs", Links.CRS84);
              ArrayNode numbers = spatial.putArray("bbox").addArray();
              DoubleStream.of(box).forEach(numbers::add);
            });
    ArrayNode interval = page.putObject("temporal").putArray("interval").addArray();
    interval.add(extent.from().map(Instant::toString).orElse(null));
    interval.add(extent.until().map(Instant::toString).orElse(null));
  }

  ObjectNode queryables(FeatureKind kind) {
    ObjectNode schema = Json.object();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", at("/collections/" + kind.id() + "/queryables"));
    schema.put("type", "object").put("title", kind.title());
    ObjectNode properties = schema.putObject("properties");
    Queryables.of(kind).forEach(properties::set);
    return schema.put("additionalProperties", false);
  }
}
