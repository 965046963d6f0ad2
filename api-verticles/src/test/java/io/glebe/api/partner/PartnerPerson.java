package io.glebe.api.partner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A new person on the shared platform, with an own account at the sandbox partner. Bodies are
 * written with single quotes.
 */
final class PartnerPerson {
  static final String BACK = "http://localhost/back";
  private static final String PARTNER = "/v1/vendors/partner";

  final String account = "person-" + UUID.randomUUID();
  final String email = account + "@glebe.example";
  final UUID user = UUID.randomUUID();
  private final String token;

  PartnerPerson() {
    ObjectNode record =
        Json.object()
            .put("id", user.toString())
            .put("originType", "SYSTEM")
            .put("displayName", "Somebody")
            .put("subject", account)
            .put("email", email)
            .put("status", "ACTIVE");
    TestPlatform.shared()
        .platform()
        .records()
        .records()
        .put(WriteRequest.of(Caller.system(), Catalogue.standard().get("User"), user, record))
        .await();
    String order =
        "{'name': 'test', 'subject': '%s', 'audiences': ['farm-api'], 'scopes': ['farm-read', 'farm-write']}"
            .formatted(account);
    HttpResponse<String> made = send(admin(), "POST", "/v1/admin/tokens", order);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    token = Json.parseObject(made.body()).path("token").asText();
  }

  private static String admin() {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api&user=admin"
            + "&scope=farm-read+farm-write";
    HttpResponse<String> answer = form("/dev/identity/token", form);
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  static HttpResponse<String> form(String path, String form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return TestPlatform.shared().send(request);
  }

  private static HttpResponse<String> send(
      String bearer, String method, String path, String body, String... headers) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
            .header("Content-Type", type)
            .header("Authorization", "Bearer " + bearer);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return TestPlatform.shared().send(request);
  }

  HttpResponse<String> send(String method, String path, String body) {
    return send(token, method, path, body);
  }

  /** Gets a path of the farm API. */
  ObjectNode get(String path) {
    return ok(send("GET", path, ""));
  }

  /**
   * Number of records of a collection that the person has created, independent of access rights.
   */
  int made(String table) {
    return rows("select 1 from record." + table + " where created_by_user_id = $1").size();
  }

  /** The person's processing jobs, oldest first. */
  List<ObjectNode> jobs() {
    List<ObjectNode> jobs = new ArrayList<>();
    rows("select doc::text from record.processing_jobs where created_by_user_id = $1 order by"
            + " created_at")
        .forEach(row -> jobs.add(Json.stored(row.getString(0))));
    return jobs;
  }

  private RowSet<Row> rows(String sql) {
    return TestPlatform.shared().platform().infrastructure().database().query(sql, user).await();
  }

  /** Gets a path of the connector. */
  HttpResponse<String> send(String path) {
    return send("GET", PARTNER + path, "");
  }

  static ObjectNode ok(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return Json.parseObject(answer.body());
  }

  /** The code that the sandbox partner sends after the person has consented. */
  String code() {
    HttpResponse<String> agreed =
        form("/dev/partner/authorize", "account=" + account + "&state=s1&redirect_uri=" + BACK);
    assertThat(agreed.statusCode()).as(agreed.body()).isEqualTo(302);
    String query = URI.create(agreed.headers().firstValue("Location").orElseThrow()).getRawQuery();
    assertThat(query).startsWith("code=").endsWith("&state=s1");
    return URLDecoder.decode(
        query.substring("code=".length(), query.indexOf('&')), StandardCharsets.UTF_8);
  }

  HttpResponse<String> offer(String grant) {
    return send("POST", PARTNER + "/access-token", grant);
  }

  HttpResponse<String> connect() {
    return offer("{'code': '" + code() + "', 'redirectUri': '" + BACK + "'}");
  }

  HttpResponse<String> run(String selection, boolean dryRun) {
    return send("POST", PARTNER + "/import" + (dryRun ? "?dryRun=true" : ""), selection);
  }

  /** Changes the behaviour of the sandbox partner for this person only. */
  void partner(String change) {
    HttpResponse<String> done = send(token, "PUT", "/dev/partner/accounts/" + account, change);
    assertThat(done.statusCode()).as(done.body()).isEqualTo(204);
  }

  int requests() {
    return ok(send("GET", "/dev/partner/accounts/" + account, "")).path("requests").asInt();
  }
}
