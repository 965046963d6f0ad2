package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RequiredPermissions;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.alarm.webhook.AlarmSubscription;
import io.glebe.core.alarm.webhook.AlarmSubscriptions;
import io.glebe.core.json.Json;
import io.glebe.core.thread.OffLoop;
import java.util.UUID;
import java.util.function.Function;

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
            of(
                    "listAlarmSubscriptions",
                    "Lists the browsers of the caller that are notified of the alarms of a farm",
                    this::list)
                .answers(DocumentedResponse.json(200, "own browsers", SubscriptionSchemas.list())))
        .post(
            Surface.FARM,
            ALL,
            of(
                    "createAlarmSubscription",
                    "Notifies a browser of the caller of the alarms of a farm",
                    this::create)
                .body(Body.JSON, SubscriptionSchemas.order())
                .answers(
                    DocumentedResponse.json(
                        201, "the browser", SubscriptionSchemas.subscription())))
        .delete(
            Surface.FARM,
            ALL + "/{subscriptionId}",
            of("deleteAlarmSubscription", "Ends the notification of a browser", this::delete)
                .answers(DocumentedResponse.empty(204, "ended")));
  }

  private static Operation of(String id, String summary, Function<ApiRequest, Reply> handler) {
    Endpoint endpoint =
        request -> OffLoop.run(() -> WorkOwner.run(request.owner(), () -> handler.apply(request)));
    return Operation.of(id, summary, Guard.FARM, endpoint)
        .requires(RequiredPermissions.anyOf(AlarmSubscriptions.READ).grantedByRoleOnly())
        .tag("Alarms");
  }

  private static UUID farm(ApiRequest request) {
    return request.pathUuid("farmId");
  }

  private Reply list(ApiRequest request) {
    ObjectNode list = Json.object();
    ArrayNode items = list.putArray("items");
    subscriptions.own(request.caller(), farm(request)).forEach(one -> items.add(json(one)));
    subscriptions.publicKey().ifPresent(key -> list.put("publicKey", key));
    return Reply.json(list).cache("no-store");
  }

  private Reply create(ApiRequest request) {
    AlarmSubscription added = subscriptions.add(request.caller(), farm(request), request.json());
    return Reply.json(201, json(added)).cache("no-store");
  }

  private Reply delete(ApiRequest request) {
    subscriptions.delete(request.caller(), farm(request), request.pathUuid("subscriptionId"));
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
