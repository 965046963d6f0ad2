package io.glebe.api.service;

import static io.glebe.api.service.ServicesClient.ok;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A farm of the user {@code owner} with fields, and a service that it commissions. */
final class CommissionedFarm {
  static final String OWNER = "owner";

  final TestFarm farm = new TestFarm(OWNER);
  final ServicesClient client = new ServicesClient();
  final ServicesClient.Service service = client.onboard("Service " + UUID.randomUUID());
  final String token = client.token(service);
  final String path = "/services/" + service.id();
  final UUID field = field();
  final UUID otherField = field();

  /** Creates a field of the farm. */
  UUID field() {
    UUID id = UUID.randomUUID();
    ObjectNode doc = Json.object().put("id", id.toString()).put("name", "Field " + id);
    doc.put("farmId", farm.farm.toString()).put("originType", "USER");
    doc.set(
        "geometry",
        Json.parse(
            "{\"type\": \"Polygon\", \"coordinates\": [[[16.1, 46.5], [16.2, 46.5], [16.2, 46.6],"
                + " [16.1, 46.5]]]}"));
    ok(client.as(OWNER, "PUT", "/v1/fields/" + id, doc), 201);
    return id;
  }

  /** An order for the first field, until tomorrow. */
  ObjectNode order(String... permissions) {
    ObjectNode order = Json.object().put("farmId", farm.farm.toString());
    order.putArray("fieldIds").add(field.toString());
    List.of(permissions).forEach(order.putArray("permissions")::add);
    order.put("endsAt", Instant.now().plus(Duration.ofDays(1)).toString());
    order.putObject("parameters").put("layer", "NDVI");
    return order;
  }

  HttpResponse<String> send(String user, ObjectNode order) {
    return client.post(user, path + "/commissions", order);
  }

  /** Orders the service and returns the id of the commission. */
  String ordered(String... permissions) {
    return ok(send(OWNER, order(permissions)), 201).path("id").asText();
  }

  ObjectNode commission(String id) {
    return ok(client.get(OWNER, path + "/commissions/" + id), 200);
  }

  HttpResponse<String> cancel(String user, String id) {
    return client.post(
        user, path + "/commissions/" + id + "/cancel", Json.object().put("reason", "sold"));
  }

  /** A call of the service. */
  HttpResponse<String> serviceCall(String method, String target, String body) {
    return client.send(token, method, target, body);
  }

  ObjectNode messages(String query) {
    return ok(serviceCall("GET", path + "/messages" + query, ""), 200);
  }

  HttpResponse<String> acknowledge(String message) {
    return serviceCall("POST", path + "/messages/" + message + "/acknowledge", "");
  }

  HttpResponse<String> end(String id, String how) {
    return serviceCall("POST", path + "/commissions/" + id + "/" + how, "{\"message\": \"done\"}");
  }

  /** A write of the service under a job. */
  HttpResponse<String> write(String method, String target, String job, ObjectNode doc) {
    TestPlatform platform = TestPlatform.shared();
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    return platform.send(
        HttpRequest.newBuilder(platform.uri(target))
            .header("Authorization", "Bearer " + token)
            .header("Processing-Job-Id", job)
            .header("Content-Type", type)
            .method(method, BodyPublishers.ofString(Json.write(doc))));
  }

  /** A result of a field under the job of a commission. */
  ObjectNode result(UUID id, UUID of, String job) {
    return Json.object()
        .put("id", id.toString())
        .put("processingJobId", job)
        .put("farmId", farm.farm.toString())
        .put("fieldId", of.toString())
        .put("kind", "VALUE")
        .put("value", 0.5)
        .put("unit", "1")
        .put("originType", "SERVICE");
  }

  ObjectNode enable() {
    return ok(client.post("maintainer", path + "/enable", MissingNode.getInstance()), 200);
  }
}
