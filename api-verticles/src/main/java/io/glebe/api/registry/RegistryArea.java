package io.glebe.api.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.CursorPage;
import io.glebe.api.area.TextBody;
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
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.glebe.core.registry.AppRegistry;
import io.glebe.core.registry.AppVersion;
import io.glebe.core.registry.RegisteredApp;
import io.glebe.core.registry.RegistryAccess;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** {@code /store}: apps, their versions and the reviews of these. */
final class RegistryArea implements ApiArea {
  private static final String APP = "/apps/{appId}";
  private static final String VERSIONS = APP + "/versions";
  private static final String VERSION = VERSIONS + "/{number}";
  private static final String TAG = "App registry";
  private static final int MAX_NUMBER = 1_000_000;
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 1000;
  private static final int MAX_DECISION_BYTES = 16 * 1024;

  private final AppRegistry registry;
  private final RegistryJson json;
  private final Body manifest;

  /**
   * @param manifestBytes size limit of a manifest
   */
  RegistryArea(AppRegistry registry, long manifestBytes) {
    this.registry = registry;
    json = new RegistryJson(registry);
    manifest = Body.json(Json.MEDIA_TYPE).upTo(manifestBytes);
  }

  @Override
  public String name() {
    return RegistryVerticle.NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    apps(routes);
    versions(routes);
    decisions(routes);
  }

  private void apps(RouteTable.Builder routes) {
    routes
        .get(
            Surface.STORE,
            "/apps",
            paged("listApps", "Lists the own apps; reviewers see all", this::apps)
                .requires(either(RegistryAccess.READ, RegistryAccess.READ_ALL))
                .answers(DocumentedResponse.json(200, "a page", RegistrySchemas.apps())))
        .post(
            Surface.STORE,
            "/apps",
            operation("registerApp", "Registers an app with its manifest, a draft", this::register)
                .requires(only(RegistryAccess.CREATE))
                .body(manifest, RegistrySchemas.manifest(registry.rules()))
                .answers(
                    DocumentedResponse.json(
                            201, "version 1 of it", RegistrySchemas.version(registry.rules()))
                        .with(ResponseHeader.LOCATION)))
        .get(
            Surface.STORE,
            APP,
            operation(
                    "getApp",
                    "An app and the state of its client",
                    r -> registry.queries().app(r.caller(), app(r)).map(this::reply))
                .requires(either(RegistryAccess.READ, RegistryAccess.READ_ALL))
                .answers(DocumentedResponse.json(200, "the app", RegistrySchemas.app())))
        .post(
            Surface.STORE,
            APP + "/withdraw",
            operation("withdrawApp", "Ends an app, its client and its tokens", this::withdraw)
                .requires(either(RegistryAccess.UPDATE, RegistryAccess.REVIEW))
                .body(decision(), RegistrySchemas.reason())
                .answers(DocumentedResponse.json(200, "the app", RegistrySchemas.app())));
  }

  private void versions(RouteTable.Builder routes) {
    routes
        .get(
            Surface.STORE,
            VERSIONS,
            operation("listAppVersions", "Lists all versions, the newest first", this::versions)
                .requires(either(RegistryAccess.READ, RegistryAccess.READ_ALL))
                .answers(
                    DocumentedResponse.json(
                        200, "the versions", RegistrySchemas.allVersions(registry.rules()))))
        .post(
            Surface.STORE,
            VERSIONS,
            operation("addAppVersion", "Adds a version, a draft", this::addVersion)
                .requires(only(RegistryAccess.UPDATE))
                .body(manifest, RegistrySchemas.manifest(registry.rules()))
                .answers(
                    DocumentedResponse.json(
                            201, "the version", RegistrySchemas.version(registry.rules()))
                        .with(ResponseHeader.LOCATION)))
        .get(
            Surface.STORE,
            VERSION,
            version(
                    "getAppVersion",
                    "A version with its manifest and reviews",
                    r -> registry.queries().version(r.caller(), app(r), number(r)))
                .requires(either(RegistryAccess.READ, RegistryAccess.READ_ALL)))
        .put(
            Surface.STORE,
            VERSION,
            version(
                    "replaceAppVersion",
                    "Replaces the manifest of a draft",
                    r -> registry.drafts().replace(r.caller(), app(r), number(r), r.json()))
                .requires(only(RegistryAccess.UPDATE))
                .body(manifest, RegistrySchemas.manifest(registry.rules())))
        .post(
            Surface.STORE,
            VERSION + "/submit",
            version(
                    "submitAppVersion",
                    "Submits a draft to the reviewers",
                    r -> registry.drafts().submit(r.caller(), app(r), number(r)))
                .requires(only(RegistryAccess.UPDATE)))
        .post(
            Surface.STORE,
            VERSION + "/withdraw",
            version(
                    "withdrawAppVersion",
                    "Withdraws a draft or a submitted version",
                    r -> registry.drafts().withdraw(r.caller(), app(r), number(r)))
                .requires(only(RegistryAccess.UPDATE)));
  }

  private void decisions(RouteTable.Builder routes) {
    routes
        .get(
            Surface.STORE,
            "/reviews",
            paged("listAppReviews", "Lists the versions that wait for reviewers", this::reviews)
                .requires(only(RegistryAccess.READ_ALL))
                .answers(
                    DocumentedResponse.json(
                        200, "a page", RegistrySchemas.versions(registry.rules()))))
        .post(
            Surface.STORE,
            VERSION + "/approve",
            version("approveAppVersion", "Approves a submitted version", this::approve)
                .requires(only(RegistryAccess.REVIEW))
                .body(decision(), RegistrySchemas.comment()))
        .post(
            Surface.STORE,
            VERSION + "/reject",
            version("rejectAppVersion", "Refuses a submitted version", this::reject)
                .requires(only(RegistryAccess.REVIEW))
                .body(decision(), RegistrySchemas.reason()));
  }

  private static Body decision() {
    return Body.json(Json.MEDIA_TYPE).upTo(MAX_DECISION_BYTES);
  }

  private static RequiredPermissions only(Permission permission) {
    return RequiredPermissions.anyOf(permission).grantedByRoleOnly();
  }

  private static RequiredPermissions either(Permission one, Permission other) {
    return RequiredPermissions.anyOf(one, other).grantedByRoleOnly();
  }

  private Operation operation(String id, String summary, Endpoint endpoint) {
    Endpoint checked =
        request ->
            registry
                .queries()
                .requireNoApp(request.caller())
                .compose(person -> endpoint.handle(request));
    return Operation.of(id, summary, Guard.FARM, checked).tag(TAG);
  }

  private Operation version(
      String id, String summary, Function<ApiRequest, Future<AppVersion>> change) {
    return operation(id, summary, r -> change.apply(r).map(this::reply))
        .answers(
            DocumentedResponse.json(200, "the version", RegistrySchemas.version(registry.rules())));
  }

  private Operation paged(String id, String summary, Endpoint endpoint) {
    return operation(id, summary, endpoint)
        .takes(
            Parameter.query("cursor", "nextCursor of the page before", Schemas.uuid()),
            Parameter.query("limit", "most entries of the page", limit()));
  }

  private static ObjectNode limit() {
    return Schemas.integer(1, MAX_PAGE).put("default", PAGE);
  }

  private static UUID app(ApiRequest request) {
    return request.pathUuid("appId");
  }

  private static int number(ApiRequest request) {
    return request.pathInteger("number", 1, MAX_NUMBER);
  }

  private Reply reply(RegisteredApp app) {
    return Reply.json(json.app(app)).cache("no-store");
  }

  private Reply reply(AppVersion version) {
    return Reply.json(json.version(version)).cache("no-store");
  }

  private Reply created(ApiRequest request, AppVersion version) {
    String address = "/store/apps/" + version.app() + "/versions/" + version.number();
    return Reply.json(201, json.version(version))
        .location(request.links().to(address))
        .cache("no-store");
  }

  private Future<Reply> apps(ApiRequest request) {
    int limit = request.params().integer("limit", PAGE, 1, MAX_PAGE);
    Optional<UUID> after = request.params().uuid("cursor");
    return registry
        .queries()
        .apps(request.caller(), after, limit)
        .map(apps -> CursorPage.of(apps, limit, after, json::app, RegisteredApp::id));
  }

  private Future<Reply> reviews(ApiRequest request) {
    int limit = request.params().integer("limit", PAGE, 1, MAX_PAGE);
    Optional<UUID> after = request.params().uuid("cursor");
    return registry
        .queries()
        .submitted(request.caller(), after, limit)
        .map(all -> CursorPage.of(all, limit, after, json::version, AppVersion::app));
  }

  private Future<Reply> versions(ApiRequest request) {
    return registry
        .queries()
        .versions(request.caller(), app(request))
        .map(
            all -> {
              ObjectNode list = Json.object();
              all.stream().map(json::version).forEach(list.putArray("items")::add);
              return Reply.json(list).cache("no-store");
            });
  }

  private Future<Reply> register(ApiRequest request) {
    return registry
        .drafts()
        .register(request.caller(), request.json())
        .map(version -> created(request, version));
  }

  private Future<Reply> addVersion(ApiRequest request) {
    return registry
        .drafts()
        .addVersion(request.caller(), app(request), request.json())
        .map(version -> created(request, version));
  }

  private Future<Reply> withdraw(ApiRequest request) {
    UUID app = app(request);
    String reason = TextBody.required(request.json(), "reason");
    return registry.withdrawals().withdraw(request.caller(), app, reason).map(this::reply);
  }

  private Future<AppVersion> approve(ApiRequest request) {
    UUID app = app(request);
    int number = number(request);
    String comment = TextBody.optional(request.json(), "comment");
    return registry.reviews().approve(request.caller(), app, number, comment);
  }

  private Future<AppVersion> reject(ApiRequest request) {
    UUID app = app(request);
    int number = number(request);
    String reason = TextBody.required(request.json(), "reason");
    return registry.reviews().reject(request.caller(), app, number, reason);
  }
}
