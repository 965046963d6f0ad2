package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.core.access.Permission;
import io.glebe.core.farm.Credentials;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.json.Json;
import io.glebe.core.record.change.ActingAccounts;
import io.vertx.core.Future;
import java.util.Set;
import java.util.UUID;

/** Shows people the tokens and accounts that act for them, and lets people revoke them. */
final class PersonalTokensArea implements ApiArea {
  private static final String TAG = "administration";

  private final Credentials credentials;

  PersonalTokensArea(Credentials credentials) {
    this.credentials = credentials;
  }

  @Override
  public String name() {
    return "identity"; // switched on and off together with the administration
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.FARM,
            "/users/{userId}/tokens",
            Operation.of(
                    "listTokensOfUser",
                    "Lists what acts for a person now, tokens and a service account: for the person"
                        + " and administrators",
                    Guard.FARM,
                    this::list)
                .requires(Permission.read("user"))
                .tag(TAG)
                .answers(
                    DocumentedResponse.json(
                        200, "a page with all of them", CredentialSchemas.acting())))
        .delete(
            Surface.FARM,
            "/users/{userId}/tokens/{tokenId}",
            Operation.of(
                    "revokeTokenOfUser",
                    "Ends a token or service account that acts for a person: for the person and"
                        + " administrators",
                    Guard.FARM,
                    this::revoke)
                .requires(Permission.update("user"))
                .tag(TAG)
                .answers(DocumentedResponse.empty(204, "revoked")));
  }

  private Future<Reply> list(ApiRequest request) {
    UUID user = request.pathUuid("userId");
    return credentials
        .actingFor(request.caller(), user)
        .map(
            acting -> {
              ObjectNode page = Json.object();
              ArrayNode items = page.putArray("items");
              acting.tokens().forEach(token -> items.add(json(token, user)));
              acting.account().ifPresent(account -> items.add(json(account)));
              return Reply.json(page.put("nextCursor", "end").put("hasMore", false))
                  .cache("no-store");
            });
  }

  private static ObjectNode json(HashedTokens.Listed token, UUID user) {
    ObjectNode node = Json.object();
    node.put("id", token.id().toString());
    node.put("kind", "TOKEN");
    node.put("name", token.name());
    words(node, "audiences", token.audiences());
    words(node, "scopes", token.scopes());
    node.put("createdAt", token.created().toInstant().toString());
    boolean self = token.createdBy().filter(user::equals).isPresent();
    node.put("createdBy", self ? "SELF" : "ADMINISTRATOR");
    token.expires().ifPresent(at -> node.put("expiresAt", at.toInstant().toString()));
    return node;
  }

  /** Only administrators create accounts. */
  private static ObjectNode json(ServiceAccounts.Account account) {
    ObjectNode node = Json.object();
    node.put("id", ActingAccounts.id(account.name()).toString());
    node.put("kind", "SERVICE_ACCOUNT");
    node.put("name", account.name());
    words(node, "audiences", Set.of(Audiences.SENSOR));
    words(node, "scopes", account.scopes());
    node.put("createdAt", account.created().toInstant().toString());
    return node.put("createdBy", "ADMINISTRATOR");
  }

  private static void words(ObjectNode node, String member, Set<String> words) {
    ArrayNode array = node.putArray(member);
    words.stream().sorted().forEach(array::add);
  }

  private Future<Reply> revoke(ApiRequest request) {
    return credentials
        .revoke(request.caller(), request.pathUuid("userId"), request.pathUuid("tokenId"))
        .map(done -> Reply.noContent());
  }
}
