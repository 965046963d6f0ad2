package io.glebe.api.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.RegisteredApps;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.farm.Credentials;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Administration of service accounts and hashed tokens, for platform administrators only. Users,
 * roles and assignments are records and have their endpoints there.
 */
public final class AdministrationArea implements ApiArea {
  private static final Permission READ = Permission.read("user");
  private static final Permission WRITE = Permission.update("user");
  private static final int MAX_NAME_CHARS = 200;
  private static final KnownMembers ACCOUNT =
      KnownMembers.of("a service account", "password", "scopes");
  private static final KnownMembers TOKEN =
      KnownMembers.of("a token", "name", "subject", "audiences", "scopes", "expiresAt");
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final ServiceAccounts accounts;
  private final HashedTokens tokens;
  private final Credentials credentials;
  private final ScopeMap scopes;
  private final String issuer;
  private final Function<Caller, Future<Void>> requireNoApp;

  AdministrationArea(
      ServiceAccounts accounts,
      HashedTokens tokens,
      Credentials credentials,
      ScopeMap scopes,
      String issuer,
      Function<Caller, Future<Void>> requireNoApp) {
    this.accounts = accounts;
    this.tokens = tokens;
    this.credentials = credentials;
    this.scopes = scopes;
    this.issuer = issuer;
    this.requireNoApp = requireNoApp;
  }

  @Override
  public String name() {
    return "identity";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.FARM,
            "/admin/service-accounts",
            reading("listServiceAccounts", "Lists service accounts", this::listAccounts)
                .answers(
                    DocumentedResponse.json(200, "the accounts", CredentialSchemas.accounts())))
        .put(
            Surface.FARM,
            "/admin/service-accounts/{name}",
            writing(
                    "putServiceAccount",
                    "Creates a service account or replaces its password and scopes",
                    this::putAccount)
                .answers(DocumentedResponse.json(200, "the account", CredentialSchemas.account()))
                .body(Body.JSON, CredentialSchemas.accountBody(sensorScopes())))
        .delete(
            Surface.FARM,
            "/admin/service-accounts/{name}",
            writing("deleteServiceAccount", "Removes a service account", this::deleteAccount)
                .answers(DocumentedResponse.empty(204, "removed")))
        .get(
            Surface.FARM,
            "/admin/tokens",
            reading(
                    "listTokens",
                    "Lists hashed tokens, never the tokens themselves",
                    this::listTokens)
                .answers(DocumentedResponse.json(200, "the tokens", CredentialSchemas.tokens())))
        .post(
            Surface.FARM,
            "/admin/tokens",
            writing("createToken", "Creates a hashed token and shows it once", this::createToken)
                .answers(
                    DocumentedResponse.json(201, "the token, this once", CredentialSchemas.issued())
                        .with(ResponseHeader.LOCATION))
                .body(Body.JSON, CredentialSchemas.tokenBody(scopes)))
        .delete(
            Surface.FARM,
            "/admin/tokens/{id}",
            writing("revokeToken", "Revokes a hashed token", this::revokeToken)
                .answers(DocumentedResponse.empty(204, "removed")));
  }

  private Collection<String> sensorScopes() {
    return scopes.names().getOrDefault(Audiences.SENSOR, Set.of()).stream().sorted().toList();
  }

  private Operation reading(String id, String summary, Endpoint endpoint) {
    return guarded(id, summary, READ, endpoint);
  }

  private Operation writing(String id, String summary, Endpoint endpoint) {
    return guarded(id, summary, WRITE, endpoint);
  }

  /** For administrators; what an app made for one would outlive the consent and the app. */
  private Operation guarded(String id, String summary, Permission permission, Endpoint endpoint) {
    Endpoint checked =
        request -> {
          Access.requireAdministrator(request.caller(), permission);
          return requireNoApp.apply(request.caller()).compose(noApp -> endpoint.handle(request));
        };
    return Operation.of(id, summary, Guard.FARM, checked)
        .requires(permission)
        .tag("administration");
  }

  private Future<Reply> listAccounts(ApiRequest request) {
    return accounts.list().map(all -> page(all.stream().map(AdministrationArea::json).toList()));
  }

  private static Reply page(List<ObjectNode> items) {
    ObjectNode page = JSON.objectNode();
    page.putArray("items").addAll(items);
    return Reply.json(page);
  }

  private static ObjectNode json(ServiceAccounts.Account account) {
    ObjectNode node = JSON.objectNode();
    node.put("name", account.name());
    node.set("scopes", array(account.scopes()));
    node.put("enabled", account.enabled());
    node.put("createdAt", account.created().toInstant().toString());
    return node;
  }

  private static ArrayNode array(Collection<String> values) {
    ArrayNode array = JSON.arrayNode();
    values.stream().sorted().forEach(array::add);
    return array;
  }

  /** Whether the name is a client id that the platform gives to apps or services. */
  private static boolean isReserved(String name) {
    return RegisteredApps.isNamedLikeOne(name) || ServiceIdentity.service(name).isPresent();
  }

  private Future<Reply> putAccount(ApiRequest request) {
    ObjectNode body = request.json();
    ACCOUNT.require(body);
    if (isReserved(request.path("name"))) {
      throw Problem.conflict("names of this form belong to apps and services");
    }
    return credentials
        .putAccount(
            request.caller(), request.path("name"), text(body, "password"), words(body, "scopes"))
        .map(account -> Reply.json(json(account)));
  }

  private Future<Reply> deleteAccount(ApiRequest request) {
    return credentials
        .deleteAccount(request.caller(), request.path("name"))
        .map(done -> Reply.noContent());
  }

  private Future<Reply> listTokens(ApiRequest request) {
    return tokens.list().map(all -> page(all.stream().map(AdministrationArea::json).toList()));
  }

  private static ObjectNode json(HashedTokens.Listed token) {
    ObjectNode node = JSON.objectNode();
    node.put("id", token.id().toString());
    node.put("name", token.name());
    node.put("subject", token.subject());
    token.user().ifPresent(user -> node.put("userId", user.toString()));
    node.set("audiences", array(token.audiences()));
    node.set("scopes", array(token.scopes()));
    node.put("createdAt", token.created().toInstant().toString());
    token.expires().ifPresent(at -> node.put("expiresAt", at.toInstant().toString()));
    token.revoked().ifPresent(at -> node.put("revokedAt", at.toInstant().toString()));
    return node;
  }

  private Future<Reply> createToken(ApiRequest request) {
    HashedTokens.Order order = order(request.json());
    return credentials
        .issue(request.caller(), order)
        .map(
            issued -> {
              ObjectNode node = JSON.objectNode();
              node.put("id", issued.id().toString());
              node.put("token", issued.token());
              return Reply.json(201, node)
                  .location(request.links().to("/v1/admin/tokens/" + issued.id()));
            });
  }

  private HashedTokens.Order order(ObjectNode body) {
    List<Violation> faults = new ArrayList<>(TOKEN.faults(body, ""));
    String name = text(body, "name");
    if (name.isBlank() || name.length() > MAX_NAME_CHARS) {
      faults.add(Violation.at("name", "/name", "1 to 200 characters are needed"));
    }
    String subject = text(body, "subject");
    if (subject.isBlank() || subject.length() > MAX_NAME_CHARS || isReserved(subject)) {
      faults.add(
          Violation.at(
              "subject",
              "/subject",
              "the subject of a User record is needed; apps and services sign in themselves"));
    }
    Set<String> audiences = words(body, "audiences");
    if (audiences.isEmpty() || !scopes.audiences().containsAll(audiences)) {
      faults.add(Violation.at("audience", "/audiences", "known: " + scopes.audiences()));
    }
    Set<String> wanted = words(body, "scopes");
    if (wanted.isEmpty() || !scopes.all().containsAll(wanted)) {
      faults.add(Violation.at("scope", "/scopes", "known: " + scopes.all()));
    }
    Optional<Instant> expires = expires(body, faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new HashedTokens.Order(name, issuer, subject, audiences, wanted, expires);
  }

  private static Optional<Instant> expires(ObjectNode body, List<Violation> faults) {
    try {
      JsonNode text = body.path("expiresAt");
      if (text.isMissingNode()) {
        return Optional.empty();
      }
      Instant expires = Instant.parse(text.asText());
      if (!expires.isAfter(Instant.now())) {
        faults.add(Violation.at("timestamp", "/expiresAt", "is in the past"));
      }
      return Optional.of(expires);
    } catch (DateTimeParseException e) {
      faults.add(Violation.at("timestamp", "/expiresAt", "a UTC timestamp is needed"));
      return Optional.empty();
    }
  }

  private Future<Reply> revokeToken(ApiRequest request) {
    return credentials
        .revoke(request.caller(), request.pathUuid("id"))
        .map(done -> Reply.noContent());
  }

  private static String text(ObjectNode body, String member) {
    JsonNode value = body.path(member);
    return value.isTextual() ? value.textValue() : "";
  }

  private static Set<String> words(ObjectNode body, String member) {
    Set<String> words = new LinkedHashSet<>();
    body.path(member).forEach(value -> words.add(value.isTextual() ? value.textValue() : ""));
    return words;
  }
}
