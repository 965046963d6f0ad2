package io.glebe.api.openapi;

import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The operations of the documents that a platform with the sample serves. */
final class ServedDocuments {
  private static final String GRANT = "urn:glebe:params:oauth:grant-type:development";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private ServedDocuments() {}

  /** The operations by the path of their document, to be called by a user of the sample. */
  static Map<String, List<PublishedOperation>> operations(String server, String user)
      throws IOException, InterruptedException {
    Map<String, List<PublishedOperation>> all = new LinkedHashMap<>();
    String scope = "farm-api&scope=farm-read%20farm-write";
    all.put("/v1", read(server, "/v1", user, scope));
    all.put("/api/v2", read(server, "/api/v2", user, "spatio-api"));
    all.put("/sta/v1.1", read(server, "/sta/v1.1", user, "sensor-api"));
    return all;
  }

  /** The operations of the app registry. */
  static List<PublishedOperation> store(String server, String user)
      throws IOException, InterruptedException {
    return read(server, "/store", user, "farm-api&scope=farm-read%20farm-write");
  }

  /** The operations of the service registry. */
  static List<PublishedOperation> services(String server, String user)
      throws IOException, InterruptedException {
    return read(server, "/services", user, "farm-api&scope=farm-read%20farm-write");
  }

  private static List<PublishedOperation> read(
      String server, String surface, String user, String audience)
      throws IOException, InterruptedException {
    String form = "grant_type=" + GRANT + "&user=" + user + "&audience=" + audience;
    HttpRequest order =
        HttpRequest.newBuilder(URI.create(server + "/dev/identity/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    String token =
        Json.parseObject(HTTP.send(order, HttpResponse.BodyHandlers.ofString()).body())
            .path("access_token")
            .asText();
    HttpRequest get =
        HttpRequest.newBuilder(URI.create(server + surface + "/openapi.json")).build();
    String text = HTTP.send(get, HttpResponse.BodyHandlers.ofString()).body();
    return PublishedOperation.all(Json.parseObject(text), token);
  }
}
