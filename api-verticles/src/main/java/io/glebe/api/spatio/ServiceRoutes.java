package io.glebe.api.spatio;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.html.Html;
import io.glebe.api.ogc.Links;
import io.glebe.api.ogc.Representation;
import io.glebe.api.spatio.common.Conformance;
import io.glebe.api.spatio.common.ServiceLinks;
import io.glebe.api.spatio.common.SpatioSchemas;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** The landing page and the conformance classes. */
final class ServiceRoutes {
  private static final String REL = "http://www.opengis.net/def/rel/ogc/1.0/";

  void contribute(RouteTable.Builder routes) {
    Operation landingPage =
        Representation.both(
            Operation.of(
                    "landing", "Names the service and its parts", Guard.SPATIO, this::landingPage)
                .tag("service"),
            Json.MEDIA_TYPE,
            SpatioSchemas.landingPage());
    routes.route(HttpMethod.GET, Surface.LEGACY, "/", landingPage);
    routes.route(HttpMethod.GET, Surface.V2, "/", landingPage);
    routes.v2AndLegacy(
        HttpMethod.GET,
        "/conformance",
        Representation.both(
            Operation.of("conformance", "The conformance classes", Guard.SPATIO, this::classes)
                .tag("service"),
            Json.MEDIA_TYPE,
            SpatioSchemas.conformance()));
  }

  private Future<Reply> landingPage(ApiRequest request) {
    ObjectNode json = Json.object().put("title", "Glebe spatio-temporal API");
    json.put("description", "Raster cubes, vector features, tiles, series and their catalogue");
    ArrayNode links = json.putArray("links");
    String here = request.links().to(request.surface(), "");
    Links.add(links, "self", here + "/", "application/json", "this page");
    Links.add(links, "alternate", here + "/?f=html", "text/html", "this page to read");
    Links.add(
        links, "conformance", here + "/conformance", "application/json", "conformance classes");
    Links.add(links, "data", here + "/collections", "application/json", "the collections");
    Links.add(
        links, "search", here + "/stac/search", Links.GEO_JSON, "finds items of the catalogue");
    Links.add(links, "child", here + "/stac/", "application/json", "the catalogue");
    Links.add(
        links, REL + "tiling-schemes", here + "/tileMatrixSets", "application/json", "the grids");
    ServiceLinks.interfaces(links, request);
    return Future.succeededFuture(Representation.of(request, json));
  }

  private Future<Reply> classes(ApiRequest request) {
    ObjectNode json = Json.object().put("title", "Conformance classes");
    ArrayNode names = json.putArray("conformsTo");
    Conformance.OF_API.forEach(names::add);
    String here = request.links().to(request.surface(), "/conformance");
    ArrayNode links = json.putArray("links");
    Links.add(links, "self", here, Json.MEDIA_TYPE, "this page");
    Links.add(links, "alternate", here + "?f=html", Html.MEDIA_TYPE, "this page to read");
    return Future.succeededFuture(Representation.of(request, json));
  }
}
