package io.glebe.api.identity;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.farm.Credentials;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.sensor.mapping.MappingStore;
import io.glebe.core.sensor.mapping.MappingTrial;
import io.glebe.core.sensor.mapping.MqttMapping;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The mappings of service accounts, for platform administrators: what topics and payloads of
 * devices mean that know no SensorThings.
 */
final class MqttMappingArea implements ApiArea {
  private static final KnownMembers TRIAL =
      KnownMembers.of("a trial", "topic", "payload", "mapping");
  private static final Permission READ = Permission.read("user");
  private static final Permission WRITE = Permission.update("user");
  private static final String PATH = "/admin/service-accounts/{name}/mqtt-mapping";

  /** The longest topic of MQTT, in bytes; no topic has more characters. */
  static final int MAX_TOPIC_CHARS = 65_535;

  private static final String SETTING = "mqttMapping";

  private final ServiceAccounts accounts;
  private final Credentials credentials;
  private final MappingStore mappings;
  private final MappingTrial trials;
  private final Function<Caller, Future<Void>> requireNoApp;

  MqttMappingArea(
      ServiceAccounts accounts,
      Credentials credentials,
      MappingStore mappings,
      MappingTrial trials,
      Function<Caller, Future<Void>> requireNoApp) {
    this.accounts = accounts;
    this.credentials = credentials;
    this.mappings = mappings;
    this.trials = trials;
    this.requireNoApp = requireNoApp;
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
            guarded("getMqttMapping", "The MQTT mapping of a service account", READ, this::get)
                .answers(
                    DocumentedResponse.json(
                        200, "the mapping", MappingSchemas.mapping(mappings.limits()))))
        .put(
            Surface.FARM,
            PATH,
            guarded(
                    "putMqttMapping",
                    "Sets what topics and payloads of a service account mean that are not those of"
                        + " SensorThings",
                    WRITE,
                    this::put)
                .answers(
                    DocumentedResponse.json(
                        200, "the mapping", MappingSchemas.mapping(mappings.limits())))
                .body(Body.JSON, MappingSchemas.mapping(mappings.limits())))
        .delete(
            Surface.FARM,
            PATH,
            guarded(
                    "deleteMqttMapping",
                    "Removes the MQTT mapping of a service account; what is stored stays",
                    WRITE,
                    this::delete)
                .answers(DocumentedResponse.empty(204, "removed")))
        .post(
            Surface.FARM,
            PATH + "/trial",
            guarded(
                    "tryMqttMapping",
                    "Tells what a message would store and why not; nothing is stored",
                    READ,
                    this::tried)
                .answers(DocumentedResponse.json(200, "the outcome", MappingSchemas.outcome()))
                .body(Body.JSON, MappingSchemas.trial(mappings.limits())));
  }

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

  private Future<Reply> get(ApiRequest request) {
    return mappings.get(request.path("name")).map(mapping -> Reply.json(mapping.document()));
  }

  private Future<Reply> put(ApiRequest request) {
    String account = request.path("name");
    ObjectNode body = request.json();
    return credentials
        .configure(request.caller(), account, SETTING, audit -> mappings.put(account, body, audit))
        .map(mapping -> Reply.json(mapping.document()));
  }

  private Future<Reply> delete(ApiRequest request) {
    String account = request.path("name");
    return credentials
        .configure(request.caller(), account, SETTING, audit -> mappings.delete(account, audit))
        .map(done -> Reply.noContent());
  }

  private Future<Reply> tried(ApiRequest request) {
    String account = request.path("name");
    ObjectNode body = request.json();
    List<Violation> faults = new ArrayList<>(TRIAL.faults(body, ""));
    String topic = body.path("topic").isTextual() ? body.path("topic").textValue() : "";
    if (topic.isEmpty() || topic.length() > MAX_TOPIC_CHARS) {
      faults.add(
          Violation.at(
              "required",
              "/topic",
              "the topic is required, a text of at most " + MAX_TOPIC_CHARS + " characters"));
    }
    if (!body.has("payload")) {
      faults.add(Violation.at("required", "/payload", "the payload is required, any JSON value"));
    }
    if (body.has("mapping") && !body.path("mapping").isObject()) {
      faults.add(Violation.at("type", "/mapping", "is a mapping"));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    Future<MqttMapping> mapping =
        body.path("mapping") instanceof ObjectNode given
            ? Future.succeededFuture(parsed(given))
            : mappings.get(account);
    return accounts
        .caller(account)
        .compose(
            caller ->
                mapping.compose(known -> trials.of(caller, known, topic, body.path("payload"))))
        .map(result -> Reply.json(json(result)).cache("no-store"));
  }

  private MqttMapping parsed(ObjectNode given) {
    try {
      return MqttMapping.parse(given, mappings.limits());
    } catch (Problem refused) {
      throw refused.pointing(pointer -> "/mapping" + pointer);
    }
  }

  private static ObjectNode json(MappingTrial.Result result) {
    ObjectNode json = Json.object().put("stored", result.refusal().isEmpty());
    result.refusal().ifPresent(why -> json.put("refusal", why));
    ArrayNode values = json.putArray("values");
    result.values().forEach(value -> values.add(json(value)));
    return json;
  }

  private static JsonNode json(MappingTrial.Value value) {
    ObjectNode json = Json.object();
    json.put("measure", value.measure());
    json.put("thing", value.thing());
    json.put("datastream", value.datastream());
    json.put("outcome", value.outcome().name());
    json.set("result", value.observation().result());
    json.put("phenomenonTime", value.observation().time().toString());
    value.datastreamId().ifPresent(id -> json.put("datastreamId", id));
    if (!value.detail().isEmpty()) {
      json.put("detail", value.detail());
    }
    return json;
  }
}
