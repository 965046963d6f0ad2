package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.alarm.webhook.AlarmSubscription;
import io.glebe.core.alarm.webhook.AlarmSubscriptions;
import io.glebe.core.json.Json;

/** {@code /farms/{farmId}/alarm-subscriptions}: own browsers that are notified of alarms. */
final class SubscriptionRoutes implements ApiArea {
  private static final String ALL = "/farms/{farmId}/alarm-subscriptions";

  private final AlarmSubscriptions subscriptions;

  SubscriptionRoutes(AlarmSubscriptions subscriptions) {
    this.subscriptions = subscriptions;
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
                    "listAlarmSubscriptions",
                    "Lists the browsers of the caller that are notified of the alarms of a farm",
                    AlarmSubscriptions.READ,
                    this::list)
                .answers(DocumentedResponse.json(200, "own browsers", SubscriptionSchemas.list())))
        .post(
            Surface.FARM,
            ALL,
            AlarmOperations.of(
                    "createAlarmSubscription",
                    "Notifies a browser of the caller of the alarms of a farm",
                    AlarmSubscriptions.READ,
                    this::create)
                .body(Body.JSON, SubscriptionSchemas.order())
                .answers(
                    DocumentedResponse.json(
                        201, "the browser", SubscriptionSchemas.subscription())))
        .delete(
            Surface.FARM,
            ALL + "/{subscriptionId}",
            AlarmOperations.of(
                    "deleteAlarmSubscription",
                    "Ends the notification of a browser",
                    AlarmSubscriptions.READ,
                    this::delete)
                .answers(DocumentedResponse.empty(204, "ended")));
  }

  private Reply list(ApiRequest request) {
    ObjectNode list = Json.object();
    ArrayNode items = list.putArray("items");
    subscriptions
        .own(request.caller(), AlarmOperations.farm(request))
        .forEach(one -> items.add(json(one)));
    subscriptions.publicKey().ifPresent(key -> list.put("publicKey", key));
    return Reply.json(list).cache("no-store");
  }

  private Reply create(ApiRequest request) {
    AlarmSubscription added =
        subscriptions.add(request.caller(), AlarmOperations.farm(request), request.json());
    return Reply.json(201, json(added)).cache("no-store");
  }

  private Reply delete(ApiRequest request) {
    subscriptions.delete(
        request.caller(), AlarmOperations.farm(request), request.pathUuid("subscriptionId"));
    return Reply.noContent();
  }

  private static ObjectNode json(AlarmSubscription subscription) {
    ObjectNode json = Json.object().put("id", subscription.id().toString());
    json.put("farmId", subscription.farm().toString());
    json.put("endpoint", subscription.endpoint());
    json.put("minimumSeverity", subscription.minimum().name());
    json.put("language", subscription.language());
    return json.put("createdAt", subscription.createdAt().toString());
  }
}
