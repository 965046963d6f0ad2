package io.glebe.api.spatio.viewer;

import static io.glebe.api.spatio.SpatioClient.expect;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A collection of the farm of {@code owner} with a cube, and requests of makers and viewers. */
final class Viewing {
  static final String TOKENS = "/api/v2/tokens/tiles";
  private static final int CELLS = 20 * 10;
  private static final Map<String, String> SIGN_INS = new ConcurrentHashMap<>();

  final SpatioClient owner = new SpatioClient("/api/v2");
  final String collection = owner.cube();

  Viewing() {
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) (40 * i));
    }
    expect(200, owner.fill(collection, "NDVI", "datetime=2026-05-01T10:00:00Z", cells.array()));
  }

  /** The path of something of the collection, below a prefix. */
  String path(String prefix, String rest) {
    return prefix + "/collections/" + collection + rest;
  }

  String tile() {
    return path("/api/v2", "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI");
  }

  /** An access token of a user of the development identity for the spatio-temporal API. */
  static String signIn(String user) {
    return SIGN_INS.computeIfAbsent(user, Viewing::request);
  }

  /** As {@link #signIn(String)}, for a client that acts for the user. */
  static String signIn(String user, String client) {
    return request(user + "&client=" + client);
  }

  private static String request(String user) {
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=spatio-api&user=";
    return SpatioClient.json(
            SpatioClient.exchange(
                HttpRequest.newBuilder(TestPlatform.shared().uri("/dev/identity/token"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form + user))))
        .path("access_token")
        .asText();
  }

  static HttpResponse<byte[]> send(String bearer, String method, String path, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Authorization", "Bearer " + bearer)
            .method(method, BodyPublishers.ofString(body));
    return SpatioClient.exchange(
        body.isEmpty() ? request : request.header("Content-Type", "application/json"));
  }

  /** The request of a viewer: no header. */
  static HttpResponse<byte[]> view(String path) {
    return SpatioClient.exchange(HttpRequest.newBuilder(TestPlatform.shared().uri(path)));
  }

  static String with(String path, String token) {
    return path + (path.contains("?") ? "&" : "?") + "access_token=" + token;
  }

  ObjectNode order() {
    ObjectNode order = Json.object().put("name", "test");
    order.putArray("collections").add(collection);
    return order;
  }

  /** A new token of the owner. */
  ObjectNode issued() {
    return SpatioClient.json(
        expect(201, send(signIn("owner"), "POST", TOKENS, Json.write(order()))));
  }

  /** Makes the collection public or not. */
  HttpResponse<byte[]> access(String user, String access) {
    ObjectNode body = Json.object().put("title", "Test").put("access", access);
    return send(signIn(user), "PUT", path("/api/v2", ""), Json.write(body));
  }
}
