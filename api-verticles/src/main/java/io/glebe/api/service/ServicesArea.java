package io.glebe.api.service;

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
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.json.Json;
import io.glebe.core.service.RegisteredService;
import io.glebe.core.service.ServiceAccess;
import io.glebe.core.service.ServiceDirectory;
import io.glebe.core.service.ServiceRegistry;
import io.glebe.core.service.ServiceTokens;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** {@code /services}: onboarding and credentials of services, and their sign-in. */
final class ServicesArea implements ApiArea {
  static final String TAG = "Service registry";
  static final String SERVICE = "/{serviceId}";
  static final int PAGE = 100;
  static final int MAX_PAGE = 1000;

  private static final long MAX_BYTES = 32 * 1024;

  private final ServiceRegistry registry;

  ServicesArea(ServiceRegistry registry) {
    this.registry = registry;
  }

  @Override
  public String name() {
    return ServicesVerticle.NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    reading(routes);
    maintenance(routes);
    routes.post(
        Surface.SERVICES,
        "/token",
        Operation.of(
                "signInService",
                "A token for a service with its secret or a signed assertion",
                Guard.PUBLIC,
                this::token)
            .tag(TAG)
            .body(Body.bytes(TokenForm.MEDIA_TYPE).upTo(MAX_BYTES), TokenForm.schema())
            .answers(
                DocumentedResponse.json(200, "the token", ServiceSchemas.token())
                    .with(ResponseHeader.PRAGMA))
            .answers(TokenRefusal.documented()));
  }

  private void reading(RouteTable.Builder routes) {
    routes
        .get(
            Surface.SERVICES,
            "",
            operation("listServices", "Lists the services", this::services)
                .requires(RequiredPermissions.anyOf(ServiceAccess.BROWSE, ServiceAccess.READ))
                .takes(
                    Parameter.query("cursor", "nextCursor of the page before", Schemas.uuid()),
                    Parameter.query("limit", "most services of the page", limit()))
                .answers(DocumentedResponse.json(200, "a page", ServiceSchemas.services())))
        .get(
            Surface.SERVICES,
            SERVICE,
            operation("getService", "A service", this::service)
                .alsoOfCommissions()
                .requires(RequiredPermissions.anyOf(ServiceAccess.BROWSE, ServiceAccess.READ))
                .answers(DocumentedResponse.json(200, "the service", ServiceSchemas.service())));
  }

  private void maintenance(RouteTable.Builder routes) {
    routes
        .post(
            Surface.SERVICES,
            "",
            operation("onboardService", "Onboards a service", this::onboard)
                .requires(only(ServiceAccess.CREATE))
                .body(body(), ServiceSchemas.order())
                .answers(
                    DocumentedResponse.json(
                            201, "the service, and its secret once", ServiceSchemas.onboarded())
                        .with(ResponseHeader.LOCATION)))
        .put(
            Surface.SERVICES,
            SERVICE,
            operation("replaceService", "Replaces name, description and key", this::replace)
                .requires(only(ServiceAccess.UPDATE))
                .body(body(), ServiceSchemas.order())
                .answers(DocumentedResponse.json(200, "the service", ServiceSchemas.service())))
        .post(
            Surface.SERVICES,
            SERVICE + "/secret",
            operation(
                    "renewServiceSecret", "Replaces the credentials by a new secret", this::secret)
                .requires(only(ServiceAccess.UPDATE))
                .answers(
                    DocumentedResponse.json(
                        200, "the service and its secret", ServiceSchemas.onboarded())))
        .post(
            Surface.SERVICES,
            SERVICE + "/disable",
            operation("disableService", "Ends its tokens and its rights", this::disable)
                .requires(only(ServiceAccess.UPDATE))
                .body(body(), ServiceSchemas.reason())
                .answers(DocumentedResponse.json(200, "the service", ServiceSchemas.service())))
        .post(
            Surface.SERVICES,
            SERVICE + "/enable",
            operation("enableService", "Enables a disabled service", this::enable)
                .requires(only(ServiceAccess.UPDATE))
                .answers(DocumentedResponse.json(200, "the service", ServiceSchemas.service())));
  }

  private static Body body() {
    return Body.json(Json.MEDIA_TYPE).upTo(MAX_BYTES);
  }

  private static RequiredPermissions only(Permission permission) {
    return RequiredPermissions.anyOf(permission).grantedByRoleOnly();
  }

  static Operation operation(String id, String summary, Endpoint endpoint) {
    return Operation.of(id, summary, Guard.FARM, endpoint).tag(TAG);
  }

  static ObjectNode limit() {
    return Schemas.integer(1, MAX_PAGE).put("default", PAGE);
  }

  static UUID id(ApiRequest request) {
    return request.pathUuid("serviceId");
  }

  private Future<Reply> services(ApiRequest request) {
    int limit = request.params().integer("limit", PAGE, 1, MAX_PAGE);
    boolean maintains = ServiceAccess.maintains(request.caller());
    Optional<UUID> after = request.params().uuid("cursor");
    return registry
        .directory()
        .services(request.caller(), after, limit)
        .map(
            all ->
                CursorPage.of(
                    all,
                    limit,
                    after,
                    one -> ServiceJson.of(one, maintains),
                    RegisteredService::id));
  }

  private Future<Reply> service(ApiRequest request) {
    return reply(request, registry.directory().service(request.caller(), id(request)));
  }

  private static Future<Reply> reply(ApiRequest request, Future<RegisteredService> service) {
    boolean maintains = ServiceAccess.maintains(request.caller());
    return service.map(one -> Reply.json(ServiceJson.of(one, maintains)).cache("no-store"));
  }

  private Future<Reply> onboard(ApiRequest request) {
    return registry
        .directory()
        .onboard(request.caller(), request.json())
        .map(
            made ->
                reply(201, made).location(request.links().to("/services/" + made.service().id())));
  }

  private static Reply reply(int status, ServiceDirectory.Onboarded made) {
    ObjectNode json = ServiceJson.of(made.service(), true);
    made.secret().ifPresent(secret -> json.put("clientSecret", secret));
    return Reply.json(status, json).cache("no-store");
  }

  private Future<Reply> replace(ApiRequest request) {
    return reply(
        request, registry.directory().replace(request.caller(), id(request), request.json()));
  }

  private Future<Reply> secret(ApiRequest request) {
    return registry
        .directory()
        .renewSecret(request.caller(), id(request))
        .map(made -> reply(200, made));
  }

  private Future<Reply> disable(ApiRequest request) {
    UUID id = id(request);
    String reason = TextBody.required(request.json(), "reason");
    return reply(request, registry.directory().disable(request.caller(), id, reason));
  }

  private Future<Reply> enable(ApiRequest request) {
    return reply(request, registry.directory().enable(request.caller(), id(request)));
  }

  private Future<Reply> token(ApiRequest request) {
    String source = FailureThrottle.source(request.clientAddress());
    Set<String> audiences = Set.of(request.links().to("/services/token"));
    return Future.succeededFuture(request.body())
        .map(TokenForm::read)
        .compose(credentials -> registry.signIn().signIn(credentials, source, audiences))
        .map(ServicesArea::token)
        .recover(failure -> Future.failedFuture(TokenRefusal.of(request, failure)));
  }

  private static Reply token(ServiceTokens.Issued issued) {
    ObjectNode json = Json.object().put("access_token", issued.token());
    json.put("token_type", "Bearer").put("expires_in", issued.life().toSeconds());
    return Reply.json(json).cache("no-store").header("Pragma", "no-cache");
  }
}
