package io.glebe.api.spatio;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of the spatio-temporal API with the token of a farm owner, on one of the two surfaces.
 *
 * @param prefix {@code /api/v2} or empty
 * @param platform the platform that receives the requests
 * @param token of the owner
 */
public record SpatioClient(String prefix, Platform platform, String token) {
  private static final String DEVELOPMENT = "glebe-dev-token";
  public static final UUID FARM = UUID.fromString("7e57fa12-0000-4000-8000-000000000001");
  public static final UUID FOREIGN_FARM = UUID.fromString("7e57fa12-0000-4000-8000-000000000002");
  private static final UUID ORGANIZATION = UUID.fromString("7e57fa12-0000-4000-8000-000000000003");
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private static final class Farms {
    static final boolean MADE = make(TestPlatform.shared().platform());

    private static boolean make(Platform platform) {
      Onboarding onboarding =
          new Onboarding(platform.infrastructure().database(), platform.records().records());
      onboarding.roles().await();
      onboarding.organization(ORGANIZATION, "Business").await();
      for (UUID farm : new UUID[] {FARM, FOREIGN_FARM}) {
        ObjectNode doc = Json.object().put("name", "Farm");
        onboarding.farm(farm, doc.put("organizationId", ORGANIZATION.toString())).await();
      }
      UUID owner =
          onboarding
              .user(
                  new Onboarding.NewUser("owner", Optional.empty(), "Farm owner", Optional.empty()))
              .await();
      onboarding.assign(owner, FARM, "OWNER").await();
      return true;
    }
  }

  public SpatioClient(String prefix) {
    this(prefix, TestPlatform.shared().platform());
  }

  public SpatioClient(String prefix, Platform platform) {
    this(prefix, platform, DEVELOPMENT);
  }

  public SpatioClient {
    if (!Farms.MADE) {
      throw new IllegalStateException("no farm");
    }
  }

  /** The same client on a platform with its own database. */
  public static SpatioClient founded(Platform platform) {
    Farms.make(platform);
    return new SpatioClient("/api/v2", platform);
  }

  /** A collection of the owner's farm with a name that no other test uses. */
  public String collection() {
    String id = "test-" + NUMBERS.incrementAndGet();
    ObjectNode body =
        Json.object().put("id", id).put("title", "Test").put("farmId", FARM.toString());
    expect(201, post("/collections", body));
    return id;
  }

  /** The minimal description of a collection of the owner's farm. */
  public static ObjectNode named(String id) {
    return Json.object().put("id", id).put("farmId", FARM.toString());
  }

  /** A collection with an empty cube of 20 x 10 cells of 10 m and one int16 layer. */
  public String cube() {
    String id = collection();
    expect(201, post("/collections/" + id + "/zarr/init", grid()));
    expect(201, post("/collections/" + id + "/layers", layer("NDVI")));
    return id;
  }

  public static ObjectNode grid() {
    ObjectNode grid = Json.object().put("crs", "EPSG:32633").put("width", 20).put("height", 10);
    grid.putArray("bbox").add(538_000).add(5_096_900).add(538_200).add(5_097_000);
    return grid;
  }

  public static ObjectNode layer(String name) {
    return Json.object()
        .put("name", name)
        .put("dtype", "int16")
        .put("scale", 0.0001)
        .put("nodata", Short.MIN_VALUE);
  }

  public HttpResponse<byte[]> get(String path, String... headers) {
    return send("GET", path, HttpRequest.BodyPublishers.noBody(), headers);
  }

  public HttpResponse<byte[]> post(String path, ObjectNode body) {
    return send(
        "POST",
        path,
        HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)),
        "Content-Type",
        "application/json");
  }

  /** Sends a body unchanged. */
  public HttpResponse<byte[]> post(String path, String mediaType, String body) {
    return send("POST", path, HttpRequest.BodyPublishers.ofString(body), "Content-Type", mediaType);
  }

  /** Sends bytes unchanged. */
  public HttpResponse<byte[]> post(String path, String mediaType, byte[] body) {
    return send(
        "POST", path, HttpRequest.BodyPublishers.ofByteArray(body), "Content-Type", mediaType);
  }

  public HttpResponse<byte[]> put(String path, ObjectNode body, String... headers) {
    String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/json";
    return send("PUT", path, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)), all);
  }

  /** Sends a merge patch. */
  public HttpResponse<byte[]> patch(String path, String body) {
    return send(
        "PATCH",
        path,
        HttpRequest.BodyPublishers.ofString(body),
        "Content-Type",
        "application/merge-patch+json");
  }

  public HttpResponse<byte[]> patch(String path, ObjectNode body, String... headers) {
    String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/merge-patch+json";
    return send("PATCH", path, HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)), all);
  }

  public HttpResponse<byte[]> delete(String path, String... headers) {
    return send("DELETE", path, HttpRequest.BodyPublishers.noBody(), headers);
  }

  /** Sends cells of a layer. */
  public HttpResponse<byte[]> fill(String id, String layer, String query, byte[] cells) {
    return send(
        "PUT",
        "/collections/" + id + "/layers/" + layer + "/data/binary?" + query,
        HttpRequest.BodyPublishers.ofByteArray(cells),
        "Content-Type",
        "application/octet-stream");
  }

  public HttpResponse<byte[]> send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(platform.address() + prefix + path))
            .method(method, body)
            .header("Authorization", "Bearer " + token);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return exchange(request);
  }

  public static HttpResponse<byte[]> exchange(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> answer =
          HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      TestPlatform.shared().contract().check(answer, new String(answer.body(), UTF_8));
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public static ObjectNode json(HttpResponse<byte[]> answer) {
    return Json.parseObject(answer.body());
  }

  public static HttpResponse<byte[]> expect(int status, HttpResponse<byte[]> answer) {
    if (answer.statusCode() != status) {
      throw new AssertionError(
          answer.request().method()
              + " "
              + answer.uri()
              + " answered "
              + answer.statusCode()
              + " instead of "
              + status
              + ": "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return answer;
  }
}
