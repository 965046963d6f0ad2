package io.glebe.api.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Platform;
import io.glebe.api.http.RawConnection;
import io.glebe.api.spatio.Guest;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.database.Database;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two owners of one farm, and the requests and connections of both. */
record TwoCallers(
    Platform platform,
    SpatioClient client,
    String greedy,
    String other,
    HttpClient http,
    List<RawConnection> open)
    implements AutoCloseable {
  private static final String SQUARE =
      "{'type': 'Polygon', 'coordinates': [[[16.1, 46.5], [16.2, 46.5], [16.2, 46.6], [16.1, 46.5]]]}";

  static TwoCallers of(Platform platform) {
    SpatioClient client = SpatioClient.founded(platform);
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    UUID user =
        onboarding
            .user(
                new Onboarding.NewUser(
                    "neighbour", Optional.empty(), "Neighbour", Optional.empty()))
            .await();
    onboarding.assign(user, SpatioClient.FARM, "OWNER").await();
    return new TwoCallers(
        platform,
        client,
        Guest.token(platform, "owner").token(),
        Guest.token(platform, "neighbour").token(),
        HttpClient.newHttpClient(),
        new CopyOnWriteArrayList<>());
  }

  Database database() {
    return platform.infrastructure().database();
  }

  private URI uri(String path) {
    return URI.create(platform.address() + path);
  }

  HttpRequest.Builder request(String token, String path) {
    return HttpRequest.newBuilder(uri(path))
        .header("Authorization", "Bearer " + token)
        .header("Content-Type", Json.MEDIA_TYPE);
  }

  CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
    return http.sendAsync(request.build(), BodyHandlers.ofString());
  }

  /** Begins a request on a connection of its own, which stays open until {@link #leave}. */
  RawConnection begin(String token, String line, String... rest) throws IOException {
    RawConnection connection = new RawConnection(uri("/"));
    open.add(connection);
    connection.say(line + " HTTP/1.1", "Host: 127.0.0.1", "Authorization: Bearer " + token);
    connection.say(rest);
    return connection;
  }

  /** Closes the connections. */
  void leave() throws IOException {
    for (RawConnection connection : open) {
      connection.close();
    }
    open.clear();
  }

  /** Creates a record of the farm to which attachments may belong; returns its path. */
  String record() {
    String field =
        created(
            "/v1/farms/" + SpatioClient.FARM + "/fields",
            "{'name': 'Field', 'geometry': " + SQUARE + "}");
    String action = created("/v1/actions", "{'fieldId': '" + field + "', 'type': 'SCOUTING'}");
    String record = "{'type': 'NOTE', 'actionId': '" + action + "', 'payload': {'text': 'x'}}";
    String ofField = "/v1/farms/" + SpatioClient.FARM + "/fields/" + field + "/records";
    return "/v1/records/" + created(ofField, record);
  }

  private String created(String path, String body) {
    HttpRequest.Builder post =
        request(greedy, path).POST(BodyPublishers.ofString(body.replace('\'', '"')));
    HttpResponse<String> answer = send(post).join();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Json.parseObject(answer.body()).path("id").asText();
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
