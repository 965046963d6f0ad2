package io.glebe.api.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.UUID;

/** Calls the app registry of the shared platform as users of the development identity. */
public final class StoreClient {
  public static final String DEVELOPER = "developer";
  public static final String REVIEWER = "reviewer";
  public static final String SECOND_REVIEWER = "admin";
  private static final Random NAMES = new Random(UUID.randomUUID().getMostSignificantBits());
  private static final String LETTERS = "abefghkmopqstuwxyz";

  private final TestPlatform platform = TestPlatform.shared();

  /** A public key in JSON. */
  public static ObjectNode key(JWK key) {
    return Json.parseObject(key.toPublicJWK().toJSONString());
  }

  /** A new key pair. */
  public static JWK pair() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyIDFromThumbprint(true).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A name that looks like no other. */
  public static String name() {
    StringBuilder name = new StringBuilder("Field");
    NAMES.ints(14, 0, LETTERS.length()).forEach(i -> name.append(LETTERS.charAt(i)));
    return name.toString();
  }

  /** A valid manifest without restricted scopes. */
  public static ObjectNode manifest() {
    return manifest(name(), pair(), "farm-read");
  }

  /** A valid manifest for the farm API. */
  public static ObjectNode manifest(String name, JWK key, String... scopes) {
    ObjectNode manifest = Json.object().put("name", name).put("description", "Notes of a field.");
    manifest.putArray("publicKeys").add(key(key));
    manifest.putArray("redirectUris").add("https://app.example/callback?fixed=1");
    manifest.put("backChannelLogoutUri", "https://203.0.113.7/logout");
    ArrayNode granted =
        manifest.putArray("access").addObject().put("audience", "farm-api").putArray("scopes");
    for (String scope : scopes) {
      granted.add(scope);
    }
    return manifest;
  }

  /** A token of the development identity. */
  public String token(String user, String client) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=farm-api&user=%s&client=%s"
            .formatted(user, client);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    return json(platform.send(request)).path("access_token").asText();
  }

  static ObjectNode json(HttpResponse<String> response) {
    return Json.parseObject(response.body());
  }

  HttpResponse<String> send(String bearer, String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(platform.uri("/store" + path))
            .header("Authorization", "Bearer " + bearer);
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return platform.send(
        request.method(
            method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
  }

  HttpResponse<String> as(String user, String method, String path, String body) {
    return send(token(user, "glebe-cli"), method, path, body);
  }

  HttpResponse<String> post(String user, String path, JsonNode body) {
    return as(user, "POST", path, Json.write(body));
  }

  HttpResponse<String> get(String user, String path) {
    return as(user, "GET", path, "");
  }

  private static ObjectNode ok(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return json(response);
  }

  /** The answer to the registration of an app of the developer. */
  public HttpResponse<String> registration(ObjectNode manifest) {
    return post(DEVELOPER, "/apps", manifest);
  }

  /** Registers an app of the developer and returns its path. */
  public String register(ObjectNode manifest) {
    return "/apps/" + ok(registration(manifest), 201).path("appId").asText();
  }

  /** Adds a version and returns its path. */
  public String addVersion(String app, ObjectNode manifest) {
    ObjectNode version = ok(post(DEVELOPER, app + "/versions", manifest), 201);
    return app + "/versions/" + version.path("number").asInt();
  }

  /** Submits a version. */
  public void submit(String version) {
    ok(as(DEVELOPER, "POST", version + "/submit", ""), 200);
  }

  HttpResponse<String> approve(String user, String version) {
    return post(user, version + "/approve", Json.object());
  }

  /** Approves a version by one reviewer, who must be enough. */
  public void approve(String version) {
    assertThat(ok(approve(REVIEWER, version), 200).path("state").asText()).isEqualTo("APPROVED");
  }

  /** Approves a version with restricted scopes. */
  public void approveByTwo(String version) {
    ok(approve(REVIEWER, version), 200);
    assertThat(ok(approve(SECOND_REVIEWER, version), 200).path("state").asText())
        .isEqualTo("APPROVED");
  }

  /** A version as its developer sees it. */
  public ObjectNode version(String version) {
    return ok(get(DEVELOPER, version), 200);
  }

  /** Registers an app whose version 1 is approved, and returns its path. */
  public String approved(ObjectNode manifest) {
    String app = register(manifest);
    submit(app + "/versions/1");
    approve(app + "/versions/1");
    return app;
  }

  HttpResponse<String> withdraw(String user, String app) {
    return post(user, app + "/withdraw", Json.object().put("reason", "not used any more"));
  }

  /** Withdraws an app. */
  public void withdraw(String app) {
    ok(withdraw(DEVELOPER, app), 200);
  }

  /** The app as its developer sees it. */
  public ObjectNode app(String app) {
    return ok(get(DEVELOPER, app), 200);
  }
}
