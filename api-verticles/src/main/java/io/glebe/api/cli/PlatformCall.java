package io.glebe.api.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.access.TokenPlace;
import io.glebe.api.cli.access.TokenRequestForm;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Calls of the command line to the platform that runs on a data folder, with a token. */
public final class PlatformCall {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final String FARM = "farm-api";
  private static final String SENSOR = "sensor-api";

  /** A response of 400 or more. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;
    private final transient List<String> violations;

    private Refused(String reason, List<String> violations) {
      super("the platform refused: " + reason);
      this.violations = violations;
    }

    /** The violations, each with its place. */
    public List<String> violations() {
      return violations;
    }
  }

  private final ObjectNode details;
  private final String address;
  private final String token;

  private PlatformCall(ObjectNode details, String token) {
    this.details = details;
    this.address = details.path("http").asText();
    this.token = token;
  }

  /**
   * Finds the running platform.
   *
   * @param tokenFile file with the access token; empty asks the development identity for one of the
   *     user {@code admin}
   */
  public static PlatformCall open(Path data, Optional<Path> tokenFile)
      throws IOException, InterruptedException {
    ObjectNode details = RunningFile.require(data);
    return tokenFile.isPresent()
        ? withToken(details, tokenFile.get())
        : new PlatformCall(details, developmentToken(details, FARM, "admin"));
  }

  /** Finds the running platform, and gets a token of a user of its development identity. */
  public static PlatformCall as(Path data, String user) throws IOException, InterruptedException {
    ObjectNode details = RunningFile.require(data);
    return new PlatformCall(details, developmentToken(details, FARM, user));
  }

  /** Another platform, by https or on this machine, with the token of a file. */
  public static PlatformCall at(URI address, Path tokenFile) throws IOException {
    TokenPlace.require(address);
    return withToken(Json.object().put("http", address.toString()), tokenFile);
  }

  private static PlatformCall withToken(ObjectNode details, Path file) throws IOException {
    return new PlatformCall(details, Files.readString(file).strip());
  }

  /** The address of the platform. */
  public String address() {
    return address;
  }

  /**
   * The same platform with a token for the sensor service.
   *
   * @param user of the development identity, without a file
   */
  public PlatformCall sensors(Optional<Path> tokenFile, String user)
      throws IOException, InterruptedException {
    return tokenFile.isPresent()
        ? withToken(details, tokenFile.get())
        : new PlatformCall(details, developmentToken(details, SENSOR, user));
  }

  /** An address in {@code running.json}, such as {@code mqtts}; empty without it. */
  public Optional<URI> endpoint(String name) {
    return Optional.ofNullable(details.path(name).textValue()).map(URI::create);
  }

  private static String developmentToken(ObjectNode details, String audience, String user)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            details,
            HttpRequest.newBuilder(
                    URI.create(details.path("http").asText() + TokenRequestForm.PATH))
                .header("Content-Type", TokenRequestForm.MEDIA_TYPE)
                .POST(HttpRequest.BodyPublishers.ofString(TokenRequestForm.form(user, audience))));
    if (answer.statusCode() != 200) {
      throw new IOException(
          "the platform has no development identity; give a token with the rights of its user "
              + user
              + " by --token-file");
    }
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  private static HttpResponse<String> send(ObjectNode details, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (HttpClient http = LocalHttp.open(details, TIMEOUT)) {
      return http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException | HttpTimeoutException e) {
      throw new IOException("the platform does not answer", e);
    }
  }

  /** A request without a body; returns the JSON of the response, or a missing node without JSON. */
  public JsonNode send(String method, String path) throws IOException, InterruptedException {
    return send(method, path, HttpRequest.BodyPublishers.noBody());
  }

  /** All items of a list of records, page after page. */
  public ObjectNode list(String path) throws IOException, InterruptedException {
    ObjectNode all = Json.object();
    ArrayNode items = all.putArray("items");
    JsonNode page = send("GET", path);
    page.path("items").forEach(items::add);
    while (page.path("hasMore").asBoolean()) {
      String cursor = URLEncoder.encode(page.path("nextCursor").asText(), StandardCharsets.UTF_8);
      page = send("GET", path + "?cursor=" + cursor);
      page.path("items").forEach(items::add);
    }
    return all;
  }

  /** A request with a JSON body. */
  public JsonNode send(String method, String path, ObjectNode body)
      throws IOException, InterruptedException {
    return send(method, path, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)));
  }

  private JsonNode send(String method, String path, HttpRequest.BodyPublisher body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        send(
            details,
            HttpRequest.newBuilder(URI.create(address + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, body));
    if (answer.statusCode() >= 400) {
      throw refused(answer);
    }
    return answer.body().isEmpty() ? MissingNode.getInstance() : Json.parseObject(answer.body());
  }

  private static Refused refused(HttpResponse<String> answer) {
    String body = answer.body();
    ObjectNode problem = body.startsWith("{") ? Json.parseObject(body) : Json.object();
    List<String> violations =
        problem
            .path("violations")
            .valueStream()
            .map(one -> one.path("pointer").asText("") + " " + one.path("detail").asText(""))
            .toList();
    return new Refused(problem.path("detail").asText("status " + answer.statusCode()), violations);
  }
}
