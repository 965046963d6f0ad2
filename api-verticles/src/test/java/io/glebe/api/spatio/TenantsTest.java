package io.glebe.api.spatio;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Cache entries of one tenant are not served to another tenant. */
final class TenantsTest {
  private static final String VISITOR = "neighbour";
  private static final int CELLS = 20 * 10;

  private final SpatioClient owner = new SpatioClient("/api/v2");

  @BeforeAll
  static void aVisitorHasAnotherFarm() {
    assertThat(new SpatioClient("").prefix()).as("makes the farms").isEmpty();
    var platform = TestPlatform.shared().platform();
    Onboarding onboarding =
        new Onboarding(platform.infrastructure().database(), platform.records().records());
    UUID visitor =
        onboarding
            .user(new Onboarding.NewUser(VISITOR, Optional.empty(), "Visitor", Optional.empty()))
            .await();
    onboarding.assign(visitor, SpatioClient.FOREIGN_FARM, "OWNER").await();
  }

  private static String token() {
    TestPlatform platform = TestPlatform.shared();
    String form =
        "grant_type=urn:glebe:params:oauth:grant-type:development&audience=spatio-api"
            + "&scope=spatio-read+spatio-write&user="
            + VISITOR;
    HttpResponse<String> answer =
        platform.send(
            HttpRequest.newBuilder(platform.uri("/dev/identity/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    return Json.parseObject(answer.body()).path("access_token").asText();
  }

  private HttpResponse<byte[]> visit(String token, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(TestPlatform.shared().uri("/api/v2" + path))
            .header("Authorization", "Bearer " + token);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return SpatioClient.exchange(request);
  }

  /** A cube and features, each on a farm of the owner. */
  private List<String> imagePaths() {
    String cube = owner.cube();
    ByteBuffer cells = ByteBuffer.allocate(2 * CELLS).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < CELLS; i++) {
      cells.putShort((short) 5000);
    }
    expect(200, owner.fill(cube, "NDVI", "datetime=2026-05-01T10:00:00Z", cells.array()));
    String features = owner.collection();
    String square =
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
            + "\"coordinates\":[[[5,5],[9,5],[9,9],[5,5]]]}}";
    expect(201, owner.post("/collections/" + features + "/items", "application/geo+json", square));
    String raster = "/collections/" + cube;
    String vector = "/collections/" + features;
    return List.of(
        raster + "/tiles/WebMercatorQuad/17/71176/46617?layers=NDVI",
        raster + "/tiles/WebMercatorQuad/tilejson.json?layers=NDVI",
        raster + "/map/render?style=NDVI&width=20",
        raster + "/legend?layers=NDVI",
        raster + "/style",
        vector + "/tiles/WebMercatorQuad-Vector/0/0/0",
        vector + "/map/render?width=20",
        vector + "/style");
  }

  @Test
  void cachedDataOfAnotherTenantIsNotReadable() {
    String token = token();
    for (String path : imagePaths()) {
      HttpResponse<byte[]> own = expect(200, owner.get(path));
      String etag = own.headers().firstValue("ETag").orElseThrow();
      expect(304, owner.get(path, "If-None-Match", etag));
      assertThat(own.headers().firstValue("Cache-Control").orElse("")).startsWith("private");
      assertThat(own.headers().allValues("Vary").toString()).contains("Authorization");
      expect(403, visit(token, path));
      HttpResponse<byte[]> other = expect(403, visit(token, path, "If-None-Match", etag));
      assertThat(other.headers().firstValue("ETag")).isEmpty();
      expect(200, owner.get(path));
    }
  }
}
