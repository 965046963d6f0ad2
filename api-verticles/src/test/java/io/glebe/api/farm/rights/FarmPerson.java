package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A user with a User record and a token of its own, so that tests are independent. */
public final class FarmPerson {
  public final UUID id;
  final String subject;
  final String email;
  private final String token;

  /** Creates a user with further members of the User record, written with single quotes. */
  FarmPerson(String members) {
    this(members, "s-" + UUID.randomUUID());
  }

  FarmPerson(String members, String subject) {
    this.subject = subject;
    id = UUID.randomUUID();
    email = id + "@glebe.example";
    TestFarm.system(
        "User",
        id,
        "{'displayName': 'Somebody', 'status': 'ACTIVE', 'subject': '%s', 'email': '%s'%s}"
            .formatted(subject, email, members.isEmpty() ? "" : ", " + members));
    token = token(subject);
  }

  private FarmPerson(FarmPerson same, String token) {
    id = same.id;
    subject = same.subject;
    email = same.email;
    this.token = token;
  }

  public FarmPerson() {
    this("");
  }

  /** The same user with a token for another API. */
  public FarmPerson through(String audience, String... scopes) {
    return new FarmPerson(this, token(subject, audience, scopes));
  }

  static String token(String subject) {
    return token(subject, "farm-api", "farm-read", "farm-write");
  }

  private static String token(String subject, String audience, String... scopes) {
    HttpResponse<String> made =
        TestFarm.send(
            "admin",
            "POST",
            "/v1/admin/tokens",
            "{'name': 'test', 'subject': '%s', 'audiences': ['%s'], 'scopes': ['%s']}"
                .formatted(subject, audience, String.join("', '", scopes))
                .replace('\'', '"'));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return Json.parseObject(made.body()).path("token").asText();
  }

  /** Assigns a role on the farm to this user. */
  public FarmPerson on(TestFarm farm, String role) {
    TestFarm.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '%s', 'farmId': '%s', 'roleId': '%s'}"
            .formatted(id, farm.farm, TestFarm.role(role)));
    return this;
  }

  /** Invites an address to a farm with a role; returns the id of the invited User record. */
  UUID invite(TestFarm farm, String address, String role) {
    HttpResponse<String> added =
        send(
            "POST",
            "/v1/farms/" + farm.farm + "/users",
            "{'email': '%s', 'role': '%s'}".formatted(address, role));
    assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
    return UUID.fromString(Json.parse(added.body()).path("userId").asText());
  }

  /** Creates a User record with an address in the farm's organization; returns its id. */
  UUID creates(TestFarm farm, String address) {
    UUID made = UUID.randomUUID();
    HttpResponse<String> put =
        send(
            "PUT",
            "/v1/users/" + made,
            "{'id': '%s', 'originType': 'USER', 'displayName': 'New', 'email': '%s', 'organizationIds': ['%s']}"
                .formatted(made, address, farm.organization));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    return made;
  }

  /** The bearer token of this user. */
  public String bearer() {
    return token;
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .header("Authorization", "Bearer " + token);
    if (!body.isEmpty()) {
      request.header(
          "Content-Type",
          method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return TestPlatform.shared().send(request);
  }

  public HttpResponse<String> get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  /** Reads a path; the request must succeed. */
  public JsonNode read(String path) {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body());
  }

  /** The items of a list. */
  public List<JsonNode> items(String path) {
    List<JsonNode> items = new ArrayList<>();
    read(path).path("items").forEach(items::add);
    return items;
  }
}
