package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Endpoint;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.farm.DeviceAccounts;
import io.glebe.core.json.Json;
import io.glebe.core.thread.OffLoop;
import java.util.function.Function;

/** The accounts of the devices of a farm, and which of their messages were refused. */
final class DeviceAccountsArea implements ApiArea {
  private static final String PATH = "/farms/{farmId}/device-accounts";

  private final DeviceAccounts accounts;

  DeviceAccountsArea(DeviceAccounts accounts) {
    this.accounts = accounts;
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
            PATH,
            of(
                    "listDeviceAccounts",
                    "Lists the accounts of the devices of a farm with their refused messages",
                    Permission.read("device"),
                    this::list)
                .answers(DocumentedResponse.json(200, "the accounts", list())))
        .post(
            Surface.FARM,
            PATH,
            of(
                    "createDeviceAccount",
                    "Makes the account of a Thing and shows its password once",
                    Permission.create("accessAssignment"),
                    this::create)
                .body(Body.JSON, order())
                .answers(DocumentedResponse.json(201, "the account, this once", made())))
        .delete(
            Surface.FARM,
            PATH + "/{name}",
            of(
                    "endDeviceAccount",
                    "Ends the account of a device",
                    Permission.delete("accessAssignment"),
                    this::end)
                .answers(DocumentedResponse.empty(204, "ended")));
  }

  private static Operation of(
      String id, String summary, Permission permission, Function<ApiRequest, Reply> handler) {
    Endpoint endpoint =
        request -> OffLoop.run(() -> WorkOwner.run(request.owner(), () -> handler.apply(request)));
    return Operation.of(id, summary, Guard.FARM, endpoint)
        .requires(permission)
        .tag("administration");
  }

  private static ObjectNode order() {
    return Members.of("DeviceAccountOrder", "The Thing for which an account is made")
        .must("thingId", Schemas.integer().put("minimum", 1))
        .only()
        .schema();
  }

  private static ObjectNode made() {
    return Members.of("NewDeviceAccount", "A new account of a device, shown once")
        .must("name", Schemas.text("also the user name for MQTT"))
        .must("password", Schemas.text("is stored as a hash only"))
        .must("thingId", Schemas.integer())
        .schema();
  }

  private static ObjectNode list() {
    ObjectNode refused =
        Members.of("RefusedMessages", "Messages of an account that were refused for one reason")
            .must("reason", Schemas.text("as in $SYS/glebe/refusals"))
            .must("count", Schemas.integer())
            .must("lastAt", Schemas.time())
            .must("topic", Schemas.text("of the last one"))
            .must("detail", Schemas.text("of the last one"))
            .schema();
    ObjectNode account =
        Members.of("DeviceAccount", "The account of a device")
            .must("name", Schemas.text())
            .must("thingId", Schemas.integer())
            .must("enabled", Schemas.flag())
            .must("createdAt", Schemas.time())
            .must("refusals", Schemas.list(refused))
            .schema();
    return Members.of("DeviceAccountList", "The accounts of the devices of a farm")
        .must("items", Schemas.list(account))
        .schema();
  }

  private Reply list(ApiRequest request) {
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    accounts
        .list(request.caller(), request.pathUuid("farmId"))
        .forEach(account -> items.add(json(account)));
    return Reply.json(page).cache("no-store");
  }

  private static ObjectNode json(DeviceAccounts.Listed account) {
    ObjectNode json = Json.object().put("name", account.name()).put("thingId", account.thing());
    json.put("enabled", account.enabled()).put("createdAt", account.created().toString());
    ArrayNode refusals = json.putArray("refusals");
    for (DeviceAccounts.Refused one : account.refused()) {
      refusals
          .addObject()
          .put("reason", one.reason())
          .put("count", one.count())
          .put("lastAt", one.last().toString())
          .put("topic", one.topic())
          .put("detail", one.detail());
    }
    return json;
  }

  private Reply create(ApiRequest request) {
    DeviceAccounts.Made made =
        accounts.create(request.caller(), request.pathUuid("farmId"), request.json());
    ObjectNode json = Json.object().put("name", made.name()).put("password", made.password());
    return Reply.json(201, json.put("thingId", made.thing())).cache("no-store");
  }

  private Reply end(ApiRequest request) {
    accounts.end(request.caller(), request.pathUuid("farmId"), request.path("name"));
    return Reply.noContent();
  }
}
