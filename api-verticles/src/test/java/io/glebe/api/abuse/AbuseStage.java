package io.glebe.api.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Glebe;
import io.glebe.core.json.Json;
import io.glebe.core.sample.SampleIds;
import io.glebe.mqtt.fixture.RawClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

/** Creates the data of the good client and of the abusing user on a platform with the sample. */
final class AbuseStage implements AutoCloseable {
  private static final String GATEWAY = "sensor";
  private static final String GATEWAY_PASSWORD = "sensor-dev-password";
  private static final String JSON = "application/json";

  /** The time of the first slice of the cube. */
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static final int OBSERVATIONS = 20_000;
  private static final int FEATURES = 10;
  private static final int FEATURE_CHARACTERS = 1_000_000;
  private static final int ATTACHMENT_BYTES = 50_000_000;
  private static final int PARCELS = 50_000;
  private static final int REGIONS = 8;
  private static final int REGION_CHARACTERS = 1_000_000;

  private static final String FIELDS = "/farms/" + SampleIds.NEIGHBOUR_FARM + "/fields";

  private final Path data;
  private final ObjectNode running;
  private final Size size;
  private final String http;
  private final HttpClient client = HttpClient.newHttpClient();
  private final AbuseTarget.Tokens tokens;

  /**
   * The size of a run.
   *
   * @param share the share of the connections that each abuse opens
   * @param cubeSide width and height of the abused cube in cells
   * @param slices of it
   */
  record Size(double share, int cubeSide, int slices) {}

  /**
   * @param data the data folder of the platform
   * @param running the content of its running.json
   */
  AbuseStage(Path data, ObjectNode running, Size size) {
    this.data = data;
    this.running = running;
    this.size = size;
    http = running.path("http").asText();
    String user = "neighbour";
    tokens =
        new AbuseTarget.Tokens(
            token(user, "farm-api"), token(user, "spatio-api"), token(user, "sensor-api"));
  }

  private String command(String... arguments) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 2);
    all[arguments.length] = "--data";
    all[arguments.length + 1] = data.toString();
    Glebe.CommandResult result = Glebe.run(all);
    assertThat(result.code()).as(result.err()).isZero();
    return result.out();
  }

  private String token(String user, String audience) {
    return command("token", "--user", user, "--audience", audience);
  }

  private int port(String name) {
    return URI.create(running.path(name).asText()).getPort();
  }

  GoodTarget good() throws IOException, InterruptedException {
    String sensor = accountToken(GATEWAY, GATEWAY_PASSWORD);
    return new GoodTarget(
        http,
        port("mqtt"),
        token("owner", "farm-api"),
        token("owner", "spatio-api"),
        new GoodTarget.Account(GATEWAY, GATEWAY_PASSWORD, datastream(sensor, "good")),
        SampleIds.FARM);
  }

  AbuseTarget abused(long seed) throws IOException, InterruptedException {
    Path password = Files.writeString(data.resolveSibling("password"), RawClient.PASSWORD);
    command(
        "admin",
        "set-account",
        AbuseTarget.ACCOUNT,
        "--password-file",
        password.toString(),
        "--scope",
        "sensor-read",
        "--scope",
        "sensor-write");
    String gadget = accountToken(AbuseTarget.ACCOUNT, RawClient.PASSWORD);
    String record = record();
    var abused =
        new AbuseTarget.Data(
            datastream(gadget, "abused"),
            observed(),
            record,
            attachment(record),
            cube(new Random(seed)),
            features(),
            regions(),
            parcels());
    return new AbuseTarget(http, port("mqtt"), port("mqtts"), tokens, abused, seed, size.share());
  }

  /** A token of a service account, valid for minutes. */
  private String accountToken(String name, String password)
      throws IOException, InterruptedException {
    String basic =
        Base64.getEncoder()
            .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(http + "/dev/identity/token"))
            .header("Authorization", "Basic " + basic)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "grant_type=client_credentials&audience=sensor-api"
                        + "&scope=sensor-read%20sensor-write"))
            .build();
    return send(request).path("access_token").asText();
  }

  /** Whether an observation is stored for each acknowledged message of the good client. */
  long stored(GoodTarget good) throws IOException, InterruptedException {
    String path =
        "/sta/v1.1/Datastreams("
            + good.account().datastream()
            + ")/Observations?$count=true&$top=1";
    String token = accountToken(GATEWAY, GATEWAY_PASSWORD);
    return send(request(path, token).GET().build()).path("@iot.count").asLong();
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create(http + path))
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    assertThat(response.statusCode())
        .as(request.uri() + " " + new String(response.body(), StandardCharsets.UTF_8))
        .isBetween(200, 299);
    return Json.mapper().readTree(response.body());
  }

  private JsonNode post(String path, String token, String type, byte[] body)
      throws IOException, InterruptedException {
    return send(
        request(path, token)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build());
  }

  private JsonNode post(String path, String token, ObjectNode body)
      throws IOException, InterruptedException {
    return post(path, token, JSON, Json.bytes(body));
  }

  private long datastream(String token, String name) throws IOException, InterruptedException {
    ObjectNode body = Json.object();
    body.putObject("thing").put("name", name);
    body.putObject("sensor").put("name", name);
    body.putObject("observedProperty").put("name", name);
    ObjectNode datastream = body.putObject("datastream").put("name", name);
    datastream.putObject("unit").put("name", "percent").put("symbol", "%");
    return post("/sta/v1.1/composite", token, body).at("/datastream/@iot.id").asLong();
  }

  /** A datastream of the abusing user with many observations. */
  private long observed() throws IOException, InterruptedException {
    long datastream = datastream(tokens.sensor(), "observed");
    ObjectNode group = Json.object();
    group.putObject("Datastream").put("@iot.id", datastream);
    group.putArray("components").add("phenomenonTime").add("result");
    ArrayNode rows = group.putArray("dataArray");
    for (int i = 0; i < OBSERVATIONS; i++) {
      rows.addArray().add(START.plusSeconds(i).toString()).add(i);
    }
    byte[] body = Json.bytes(Json.array().add(group));
    post("/sta/v1.1/CreateObservations", tokens.sensor(), JSON, body);
    return datastream;
  }

  /** The path of a record that can have attachments, without the prefix of the API. */
  private String record() throws IOException, InterruptedException {
    String field = field();
    ObjectNode note = Json.object().put("type", "NOTE");
    note.putObject("payload").put("text", "abused");
    String records = FIELDS + "/" + field + "/records";
    return "/records/" + post("/v1" + records, tokens.farm(), note).path("id").asText();
  }

  private String field() throws IOException, InterruptedException {
    ObjectNode field = Json.object().put("name", "abused");
    triangle(field);
    return post("/v1" + FIELDS, tokens.farm(), field).path("id").asText();
  }

  private static void triangle(ObjectNode record) {
    ObjectNode geometry = record.putObject("geometry").put("type", "Polygon");
    ArrayNode ring = geometry.putArray("coordinates").addArray();
    double[][] corners = {{15.4, 46}, {15.41, 46}, {15.41, 46.01}, {15.4, 46}};
    for (double[] corner : corners) {
      ring.addArray().add(corner[0]).add(corner[1]);
    }
  }

  /** The path of a region with large regions below it, without the prefix of the API. */
  private String regions() throws IOException, InterruptedException {
    ObjectNode outer = Json.object().put("fieldId", field());
    triangle(outer);
    String id = post("/v1/regions", tokens.farm(), outer).path("id").asText();
    for (int i = 0; i < REGIONS; i++) {
      ObjectNode inner = Json.object().put("parentRegionId", id);
      triangle(inner);
      inner.put("text", "a".repeat(REGION_CHARACTERS));
      post("/v1/regions", tokens.farm(), inner);
    }
    return "/regions/" + id;
  }

  private String attachment(String record) throws IOException, InterruptedException {
    String begin =
        "--XyZ\r\nContent-Disposition: form-data; name=\"file\"; filename=\"large.bin\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n";
    byte[] body =
        (begin + "a".repeat(ATTACHMENT_BYTES) + "\r\n--XyZ--\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    JsonNode created =
        post(
            "/v1" + record + "/attachments",
            tokens.farm(),
            "multipart/form-data; boundary=XyZ",
            body);
    return "/attachments/download/" + created.path("id").asText();
  }

  private String collection(String id) throws IOException, InterruptedException {
    ObjectNode body = Json.object().put("id", id);
    body.put("farmId", SampleIds.NEIGHBOUR_FARM.toString());
    post("/api/v2/collections", tokens.spatio(), body);
    return id;
  }

  private String features() throws IOException, InterruptedException {
    String id = collection("abused-features");
    for (int i = 0; i < FEATURES; i++) {
      ObjectNode feature = Json.object().put("type", "Feature").put("id", "f" + i);
      feature.putObject("properties").put("text", "a".repeat(FEATURE_CHARACTERS));
      ObjectNode point = feature.putObject("geometry").put("type", "Point");
      point.putArray("coordinates").add(15).add(46);
      post("/api/v2/collections/" + id + "/items", tokens.spatio(), feature);
    }
    return id;
  }

  /** A collection with squares of {@link AbuseCube#parcel}, as many as the share of the run. */
  private String parcels() throws IOException, InterruptedException {
    String id = collection("abused-parcels");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < PARCELS * size.share(); i++) {
      lines.append(AbuseCube.parcel(i)).append('\n');
    }
    byte[] body = lines.toString().getBytes(StandardCharsets.US_ASCII);
    post("/api/v2/collections/" + id + "/items", tokens.spatio(), "application/x-ndjson", body);
    return id;
  }

  private String cube(Random random) throws IOException, InterruptedException {
    String id = collection("abused-cube");
    String path = "/api/v2/collections/" + id;
    ObjectNode grid = Json.object().put("crs", "EPSG:3857");
    grid.put("width", size.cubeSide()).put("height", size.cubeSide());
    grid.putArray("bbox")
        .add(AbuseCube.WEST)
        .add(AbuseCube.SOUTH)
        .add(AbuseCube.WEST + AbuseCube.SIDE)
        .add(AbuseCube.SOUTH + AbuseCube.SIDE);
    post(path + "/zarr/init", tokens.spatio(), grid);
    post(path + "/layers", tokens.spatio(), Json.object().put("name", "B04").put("dtype", "uint8"));
    byte[] cells = new byte[size.cubeSide() * size.cubeSide()];
    for (int slice = 0; slice < size.slices(); slice++) {
      random.nextBytes(cells);
      String time = START.plusSeconds(86_400L * slice).toString();
      send(
          request(path + "/layers/B04/data/binary?datetime=" + time, tokens.spatio())
              .header("Content-Type", "application/octet-stream")
              .PUT(HttpRequest.BodyPublishers.ofByteArray(cells))
              .build());
    }
    return id;
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
