package io.glebe.api.farm;

import static io.glebe.api.farm.RecordEndpointsClient.field;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.core.database.fixture.LockedTable;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Reads that the database answers slowly. */
class SlowReadsTest {
  private static final int CONNECTIONS = 16;

  @Test
  void slowReadsOfOneCallerLeaveConnectionsToOthers() {
    TestFarm farm = new TestFarm("owner");
    String path = "/v1/fields/" + field(farm.farm, "Slow") + "/boundaries";
    HttpRequest request =
        HttpRequest.newBuilder(TestPlatform.shared().uri(path))
            .header("Authorization", "Bearer " + TestFarm.token("owner"))
            .build();
    TestFarm other = new TestFarm("neighbour");
    var database = TestPlatform.shared().platform().infrastructure().database();
    try (HttpClient client = HttpClient.newHttpClient()) {
      List<CompletableFuture<HttpResponse<String>>> slow;
      try (LockedTable locked = new LockedTable(database, "record.field_boundaries")) {
        slow =
            Stream.generate(() -> client.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                .limit(2 * CONNECTIONS)
                .toList();
        Awaitility.await().until(() -> locked.readers() > 0);
        assertThat(locked.mostReaders())
            .isLessThanOrEqualTo(Math.max(2, Runtime.getRuntime().availableProcessors()));
        assertThat(
                ok(TestFarm.send("neighbour", "GET", "/v1/farms/" + other.farm, ""))
                    .path("id")
                    .asText())
            .isEqualTo(other.farm.toString());
      }
      slow.forEach(answer -> ok(answer.join()));
    }
  }
}
