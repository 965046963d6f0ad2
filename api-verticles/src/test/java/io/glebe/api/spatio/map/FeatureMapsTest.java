package io.glebe.api.spatio.map;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.database.fixture.LockedTable;
import io.glebe.core.json.Json;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Maps of features. Each holds its features and its pixels, so a caller renders one at a time. */
class FeatureMapsTest {
  private static final int MAPS = 10;

  private final SpatioClient client = new SpatioClient("/api/v2");

  private String point() {
    String id = client.collection();
    ObjectNode feature = Json.object().put("type", "Feature");
    feature.putObject("properties");
    ObjectNode point = feature.putObject("geometry").put("type", "Point");
    point.putArray("coordinates").add(15.5).add(46.5);
    expect(201, client.post("/collections/" + id + "/items", feature));
    return id;
  }

  @Test
  void aMapOfAllFeaturesThatAreAtOnePlaceShowsThePlace() {
    expect(200, client.get("/collections/" + point() + "/map/render?width=64"));
  }

  @Test
  void theMapsOfACallerAreRenderedOneAfterTheOther() {
    String id = point();
    String map = "/collections/" + id + "/map/render?bbox=15,46,16,47&width=";
    var database = TestPlatform.shared().platform().infrastructure().database();
    List<Future<HttpResponse<byte[]>>> maps;
    try (LockedTable locked = new LockedTable(database, "cube_item")) {
      maps =
          IntStream.range(0, MAPS)
              .mapToObj(i -> OffLoop.run(() -> client.get(map + (64 + i))))
              .toList();
      Awaitility.await().until(() -> locked.readers() > 0);
      assertThat(locked.mostReaders()).isEqualTo(1);
    }
    maps.forEach(answer -> expect(200, answer.await()));
  }
}
