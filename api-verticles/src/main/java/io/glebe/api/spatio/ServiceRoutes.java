package io.glebe.api.spatio;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;

/** The service's identity and the standards it keeps. */
final class ServiceRoutes {
  /** Conformance classes that hold today. */
  private static final List<String> CLASSES =
      List.of(
          "http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/core",
          "http://www.opengis.net/spec/ogcapi-common-1/1.0/conf/json",
          "http://www.opengis.net/spec/ogcapi-common-2/1.0/conf/collections",
          "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/core",
          "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tileset",
          "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tilesets-list",
          "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/png");

  void contribute(RouteTable.Builder routes) {
    Operation landing =
        Operation.of("landing", "Names the service and its parts", Guard.SPATIO, this::landing)
            .tag("service");
    routes.route(HttpMethod.GET, Surface.LEGACY, "/", landing);
    routes.route(HttpMethod.GET, Surface.V2, "/", landing);
    routes.both(
        HttpMethod.GET,
        "/conformance",
        Operation.of("conformance", "Lists the conformance classes", Guard.SPATIO, this::classes)
            .tag("service"));
  }

  private Future<Reply> landing(ApiRequest request) {
    ObjectNode json = Json.object().put("title", "Glebe spatio-temporal API");
    json.put("description", "Raster cubes, vector features, tiles, series and their catalogue");
    ArrayNode links = json.putArray("links");
    String here = request.links().to(request.surface(), "");
    CollectionJson.link(links, "self", here + "/", "application/json", "this page");
    CollectionJson.link(
        links, "conformance", here + "/conformance", "application/json", "conformance classes");
    CollectionJson.link(
        links, "data", here + "/collections", "application/json", "the collections");
    CollectionJson.link(
        links,
        "service-desc",
        request.links().to("/api/v2/openapi.json"),
        "application/vnd.oai.openapi+json;version=3.1",
        "the interface");
    CollectionJson.link(
        links, "service-doc", request.links().to("/docs/"), "text/html", "the interface");
    return Future.succeededFuture(Reply.json(json));
  }

  private Future<Reply> classes(ApiRequest request) {
    ObjectNode json = Json.object();
    ArrayNode names = json.putArray("conformsTo");
    CLASSES.forEach(names::add);
    return Future.succeededFuture(Reply.json(json));
  }
}
