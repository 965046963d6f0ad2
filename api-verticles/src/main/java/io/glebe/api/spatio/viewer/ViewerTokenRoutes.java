package io.glebe.api.spatio.viewer;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;

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
import io.glebe.api.http.schema.QuerySchemas;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.viewer.ViewerToken;
import io.glebe.core.viewer.ViewerTokenService;
import io.vertx.core.Future;
import java.util.List;

/** Tokens with which viewers show pictures of chosen collections: make, list, revoke. */
public final class ViewerTokenRoutes {
  private static final String ALL = "/tokens/tiles";

  private final ViewerTokenService tokens;

  public ViewerTokenRoutes(ViewerTokenService tokens) {
    this.tokens = tokens;
  }

  public void contribute(RouteTable.Builder routes) {
    routes.v2AndLegacy(
        POST,
        ALL,
        operation(
                "createViewerToken",
                "Makes a token for pictures of some collections, shown once",
                this::create)
            .answers(
                DocumentedResponse.json(201, "the token", ViewerTokenSchemas.issued())
                    .with(ResponseHeader.LOCATION))
            .body(Body.JSON, ViewerTokenSchemas.order(tokens.mostCollections())));
    routes.v2AndLegacy(
        GET,
        ALL,
        operation(
                "listViewerTokens",
                "Lists the caller's valid tokens for pictures, or those of all people that show a"
                    + " collection",
                this::list)
            .takes(
                Parameter.query(
                    "collection",
                    "of all people; for those who may give others access to it",
                    QuerySchemas.collectionId()))
            .answers(DocumentedResponse.json(200, "all of them", ViewerTokenSchemas.page())));
    routes.v2AndLegacy(
        DELETE,
        ALL + "/{tokenId}",
        operation(
                "revokeViewerToken",
                "Ends a token for pictures: for its maker, and for who may share a collection of"
                    + " it",
                this::revoke)
            .answers(DocumentedResponse.empty(204, "revoked")));
  }

  private static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.SPATIO, endpoint)
        .requires(Permission.read("data"))
        .tag("viewers")
        .refuses(ProblemType.NOT_FOUND);
  }

  private Future<Reply> create(ApiRequest request) {
    return tokens
        .issue(request.caller(), request.json())
        .map(
            issued -> {
              ObjectNode json = json(issued.token()).put("token", issued.text());
              String own = ALL + "/" + issued.token().id();
              return Reply.json(201, json)
                  .location(request.links().to(request.surface(), own))
                  .cache("no-store");
            });
  }

  private Future<Reply> list(ApiRequest request) {
    Future<List<ViewerToken>> found =
        request
            .params()
            .text("collection")
            .map(id -> tokens.showing(request.caller(), id))
            .orElseGet(() -> tokens.own(request.caller()));
    return found.map(
        all -> {
          ObjectNode page = Json.object();
          ArrayNode items = page.putArray("items");
          all.forEach(token -> items.add(json(token)));
          return Reply.json(page.put("nextCursor", "end").put("hasMore", false)).cache("no-store");
        });
  }

  private Future<Reply> revoke(ApiRequest request) {
    return tokens
        .revoke(request.caller(), request.pathUuid("tokenId"))
        .map(done -> Reply.noContent());
  }

  private static ObjectNode json(ViewerToken token) {
    ObjectNode json = Json.object().put("id", token.id().toString()).put("name", token.name());
    json.put("userId", token.user().toString());
    ArrayNode collections = json.putArray("collections");
    token.collections().forEach(collections::add);
    json.put("createdAt", token.created().toString());
    return json.put("expiresAt", token.expires().toString());
  }
}
