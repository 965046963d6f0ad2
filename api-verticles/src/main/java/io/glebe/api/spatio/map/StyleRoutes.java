package io.glebe.api.spatio.map;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
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
import io.glebe.api.http.header.Conditional;
import io.glebe.api.spatio.common.CollectionJson;
import io.glebe.api.spatio.common.DocumentETag;
import io.glebe.api.spatio.common.SpatioServices;
import io.glebe.core.access.Action;
import io.glebe.core.access.Permission;
import io.glebe.core.cube.model.CubeCollection;
import io.glebe.core.cube.style.DefaultStyle;
import io.glebe.core.cube.style.StyleCheck;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The map style of a collection: the stored one, or one derived from its layers. */
public final class StyleRoutes {
  private static final String STYLE = "/collections/{collectionId}/style";

  private final SpatioServices services;

  public StyleRoutes(SpatioServices services) {
    this.services = services;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        GET,
        STYLE,
        operation(
                "getStyle",
                "Reads the map style (MapLibre, version 8)",
                Permission.read("data"),
                this::get)
            .answers(
                DocumentedResponse.json(200, "the style", MapSchemas.style())
                    .with(ResponseHeader.ETAG)));
    routes.v2AndLegacy(
        PUT,
        STYLE,
        operation("putStyle", "Replaces the map style", Permission.update("data"), this::put)
            .takes(Parameter.IF_MATCH)
            .answers(
                DocumentedResponse.json(200, "the style", MapSchemas.style())
                    .with(ResponseHeader.ETAG))
            .body(
                services.withRight(
                    Body.json("application/json", "application/vnd.mapbox.style+json"),
                    Action.UPDATE),
                MapSchemas.style()));
    routes.v2AndLegacy(
        DELETE,
        STYLE,
        operation(
                "deleteStyle",
                "Restores the style derived from the layers",
                Permission.update("data"),
                this::reset)
            .takes(Parameter.IF_MATCH)
            .answers(DocumentedResponse.empty(204, "removed")));
  }

  private static Operation operation(
      String id, String summary, Permission permission, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint).requires(permission).tag("maps");
  }

  private Future<Reply> get(ApiRequest request) {
    return services
        .collections()
        .read(request.caller(), request.path("collectionId"))
        .compose(collection -> text(request, collection, Action.READ))
        .map(StyleRoutes::reply);
  }

  private static Reply reply(String text) {
    return Reply.jsonText(text).etag(DocumentETag.etag(text));
  }

  private Future<String> text(ApiRequest request, CubeCollection collection, Action right) {
    if (collection.style().isPresent()) {
      return Future.succeededFuture(collection.style().get());
    }
    String base = CollectionJson.base(collection.id(), request);
    return services
        .layers()
        .cubeIfAny(request.caller(), collection.id(), right)
        .compose(
            cube ->
                services
                    .items()
                    .any(collection.id())
                    .map(any -> Json.write(DefaultStyle.of(collection, cube, any, base))));
  }

  private Future<Reply> put(ApiRequest request) {
    ObjectNode style = request.json();
    List<Violation> faults = StyleCheck.faults(style, services.styleLayers());
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return unchanged(request)
        .compose(
            ignored ->
                services
                    .collections()
                    .restyle(request.caller(), request.path("collectionId"), Json.write(style)))
        .compose(changed -> text(request, changed, Action.UPDATE))
        .map(StyleRoutes::reply);
  }

  private Future<Reply> reset(ApiRequest request) {
    return unchanged(request)
        .compose(
            ignored ->
                services.collections().unstyle(request.caller(), request.path("collectionId")))
        .map(ignored -> Reply.noContent());
  }

  /** If-Match is compared with the style as it is read. */
  private Future<Void> unchanged(ApiRequest request) {
    return request
        .ifMatch()
        .map(
            wanted ->
                services
                    .collections()
                    .require(request.caller(), request.path("collectionId"), Action.UPDATE)
                    .compose(collection -> text(request, collection, Action.UPDATE))
                    .map(
                        text -> {
                          if (!Conditional.matchAllows(
                              Optional.of(wanted), DocumentETag.etag(text))) {
                            throw Problem.preconditionFailed(
                                "the style has been changed meanwhile");
                          }
                          return (Void) null;
                        }))
        .orElseGet(Future::succeededFuture);
  }
}
