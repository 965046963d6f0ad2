package io.glebe.api.farm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A farm on the shared platform with callers of its own, so that tests are independent. */
public final class TestFarm {
  private static final Map<String, String> TOKENS = new ConcurrentHashMap<>();

  public final UUID organization = UUID.randomUUID();
  public final UUID farm = UUID.randomUUID();

  /** Creates a farm that the development user owns. */
  public TestFarm(String user) {
    system("Organization", organization, "{'name': 'Estate'}");
    system(
        "Farm",
        farm,
        "{'name': 'Home', 'organizationId': '"
            + organization
            + "', 'timezone': 'Europe/Ljubljana', 'defaultCurrency': 'EUR'}");
    assign(user, "OWNER");
  }

  /** Assigns a role on the farm to a user. */
  public void assign(String user, String role) {
    system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '"
            + person(user)
            + "', 'farmId': '"
            + farm
            + "', 'roleId': '"
            + role(role)
            + "'}");
  }

  private static RecordService records() {
    return TestPlatform.shared().platform().records().records();
  }

  /** The User record of a development user. */
  public static synchronized UUID person(String user) {
    return find("users", "subject", user)
        .orElseGet(
            () ->
                system(
                    "User",
                    UUID.randomUUID(),
                    "{'displayName': '"
                        + user
                        + "', 'subject': '"
                        + user
                        + "', 'status': 'ACTIVE'}"));
  }

  public static synchronized UUID role(String code) {
    return find("roles", "code", code)
        .orElseGet(
            () -> {
              ObjectNode body = json("{'name': '" + code + "', 'code': '" + code + "'}");
              StarterRoles.standard()
                  .role(code)
                  .permissions()
                  .forEach(body.putArray("permissions")::add);
              return system("Role", UUID.randomUUID(), body);
            });
  }

  private static java.util.Optional<UUID> find(String table, String attribute, String value) {
    var rows =
        TestPlatform.shared()
            .platform()
            .infrastructure()
            .database()
            .query(
                "select id from record." + table + " where doc ->> '" + attribute + "' = $1", value)
            .await();
    return rows.size() == 0
        ? java.util.Optional.empty()
        : java.util.Optional.of(rows.iterator().next().getUUID(0));
  }

  public static UUID system(String entity, UUID id, String body) {
    return system(entity, id, json(body));
  }

  private static UUID system(String entity, UUID id, ObjectNode body) {
    body.put("id", id.toString()).put("originType", "SYSTEM");
    records()
        .put(WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id, body))
        .await();
    return id;
  }

  /** Changes a record as the platform. */
  public static void patchBySystem(String entity, UUID id, String patch) {
    records()
        .patch(WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id, json(patch)))
        .await();
  }

  /** Deletes a record as the platform. */
  public static void deleteBySystem(String entity, UUID id) {
    records()
        .delete(WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id))
        .await();
  }

  /** Parses JSON with single quotes. */
  public static ObjectNode json(String text) {
    return Json.parseObject(text.replace('\'', '"'));
  }

  public static String token(String user) {
    return TOKENS.computeIfAbsent(
        user, name -> token(TestPlatform.shared().platform().address(), name));
  }

  /** A token of a development user for the farm API of the platform at this address. */
  public static String token(String address, String user) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api&scope=farm-read+farm-write&user="
            + user;
    HttpResponse<String> answer =
        TestPlatform.shared()
            .send(
                HttpRequest.newBuilder(URI.create(address + "/dev/identity/token"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form)));
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  public static HttpResponse<String> send(
      String user, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + token(user));
    List<String> given = List.of(headers);
    if (!body.isEmpty() && !given.contains("Content-Type")) {
      request.header(
          "Content-Type",
          method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return TestPlatform.shared().send(request);
  }

  /** Sends as the owner of farms or, for what is not his, as an administrator. */
  public static HttpResponse<String> sendAsOwnerOrAdmin(String method, String path, String body) {
    HttpResponse<String> answer = send("owner", method, path, body);
    return answer.body().contains("/problems/v1/forbidden")
        ? send("admin", method, path, body)
        : answer;
  }
}
