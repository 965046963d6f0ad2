package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.area.CursorPage;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.ResponseHeader;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.alarm.webhook.AlarmWebhooks;
import io.glebe.core.alarm.webhook.Webhook;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code /farms/{farmId}/alarm-webhooks}: addresses that get messages about alarm events. */
final class WebhookRoutes implements ApiArea {
  private static final String ALL = "/farms/{farmId}/alarm-webhooks";
  private static final String ONE = ALL + "/{webhookId}";
  private static final Permission MANAGE = AlarmWebhooks.MANAGE;
  private static final int PAGE = 100;
  private static final int MAX_PAGE = 1000;

  private final AlarmWebhooks webhooks;

  WebhookRoutes(AlarmWebhooks webhooks) {
    this.webhooks = webhooks;
  }

  @Override
  public String name() {
    return AlarmVerticle.NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes
        .get(
            Surface.FARM,
            ALL,
            AlarmOperations.of(
                    "listAlarmWebhooks", "Lists the webhooks of a farm", MANAGE, this::list)
                .answers(DocumentedResponse.json(200, "the webhooks", WebhookSchemas.list())))
        .post(
            Surface.FARM,
            ALL,
            AlarmOperations.of(
                    "createAlarmWebhook",
                    "Makes a webhook and shows its secret once",
                    AlarmWebhooks.CREATE,
                    this::create)
                .body(Body.JSON, WebhookSchemas.order())
                .answers(
                    DocumentedResponse.json(201, "the webhook, this once", WebhookSchemas.made())
                        .with(ResponseHeader.LOCATION)))
        .get(
            Surface.FARM,
            ONE,
            AlarmOperations.of("getAlarmWebhook", "A webhook of a farm", MANAGE, this::read)
                .answers(DocumentedResponse.json(200, "the webhook", WebhookSchemas.webhook())))
        .delete(
            Surface.FARM,
            ONE,
            AlarmOperations.of(
                    "deleteAlarmWebhook",
                    "Deletes a webhook with its messages",
                    AlarmWebhooks.DELETE,
                    this::delete)
                .answers(DocumentedResponse.empty(204, "deleted")))
        .post(
            Surface.FARM,
            ONE + "/test",
            AlarmOperations.of(
                    "testAlarmWebhook", "Sends a test message to a webhook", MANAGE, this::test)
                .answers(DocumentedResponse.json(202, "the message", WebhookSchemas.test())))
        .get(
            Surface.FARM,
            ONE + "/deliveries",
            AlarmOperations.of(
                    "listAlarmWebhookDeliveries",
                    "Lists the messages to a webhook, the latest first",
                    MANAGE,
                    this::deliveries)
                .takes(
                    Parameter.query("cursor", "nextCursor of the page before", Schemas.uuid()),
                    Parameter.query(
                        "limit",
                        "most entries of the page",
                        Schemas.integer().put("minimum", 1).put("maximum", MAX_PAGE)))
                .answers(DocumentedResponse.json(200, "a page", WebhookSchemas.deliveries())));
  }

  private static UUID id(ApiRequest request) {
    return request.pathUuid("webhookId");
  }

  private Reply list(ApiRequest request) {
    ObjectNode list = Json.object();
    ArrayNode items = list.putArray("items");
    webhooks
        .list(request.caller(), AlarmOperations.farm(request))
        .forEach(one -> items.add(json(one)));
    return Reply.json(list).cache("no-store");
  }

  private Reply read(ApiRequest request) {
    return Reply.json(
            json(webhooks.get(request.caller(), AlarmOperations.farm(request), id(request))))
        .cache("no-store");
  }

  private Reply create(ApiRequest request) {
    AlarmWebhooks.Made made =
        webhooks.create(request.caller(), AlarmOperations.farm(request), request.json());
    String path =
        "/farms/" + AlarmOperations.farm(request) + "/alarm-webhooks/" + made.webhook().id();
    return Reply.json(201, json(made.webhook()).put("secret", made.secret()))
        .location(request.links().to(Surface.FARM, path))
        .cache("no-store");
  }

  private Reply delete(ApiRequest request) {
    webhooks.delete(request.caller(), AlarmOperations.farm(request), id(request));
    return Reply.noContent();
  }

  private Reply test(ApiRequest request) {
    UUID delivery = webhooks.test(request.caller(), AlarmOperations.farm(request), id(request));
    return Reply.json(202, Json.object().put("id", delivery.toString())).cache("no-store");
  }

  private Reply deliveries(ApiRequest request) {
    int limit = request.params().integer("limit", PAGE, 1, MAX_PAGE);
    Optional<UUID> after = request.params().uuid("cursor");
    List<Webhook.Delivery> page =
        webhooks.deliveries(
            request.caller(), AlarmOperations.farm(request), id(request), after, limit + 1);
    return CursorPage.of(page, limit, after, WebhookRoutes::json, Webhook.Delivery::id);
  }

  private static ObjectNode json(Webhook webhook) {
    ObjectNode json = Json.object().put("id", webhook.id().toString());
    json.put("farmId", webhook.farm().toString());
    json.put("name", webhook.name()).put("url", webhook.url());
    json.put("minimumSeverity", webhook.minimum().name());
    json.put("createdAt", webhook.createdAt().toString());
    webhook.createdBy().ifPresent(user -> json.put("createdByUserId", user.toString()));
    return json.put("waiting", webhook.waiting()).put("refused", webhook.refused());
  }

  private static ObjectNode json(Webhook.Delivery delivery) {
    ObjectNode json = Json.object().put("id", delivery.id().toString());
    delivery.event().ifPresent(event -> json.put("alarmEventId", event.toString()));
    json.put("type", delivery.kind()).put("state", delivery.state().name());
    json.put("attempts", delivery.attempts()).put("createdAt", delivery.createdAt().toString());
    delivery.dueAt().ifPresent(time -> json.put("nextAttemptAt", time.toString()));
    delivery.endedAt().ifPresent(time -> json.put("endedAt", time.toString()));
    delivery.status().ifPresent(status -> json.put("lastStatus", status));
    delivery.failure().ifPresent(failure -> json.put("lastFailure", failure));
    return json;
  }
}
