package io.glebe.api.spatio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.TestPlatform;
import io.glebe.core.database.Database;
import org.junit.jupiter.api.Test;

class CutUploadTest {
  private static final String TIME = "2026-05-01T10:00:00Z";

  private final SpatioClient client = new SpatioClient("/api/v2");
  private final Database database = client.platform().infrastructure().database();

  private boolean isClaimed(String id) {
    return database
            .query("select 1 from cube_slice_claim where collection_id = $1", id)
            .await()
            .size()
        > 0;
  }

  @Test
  void anUploadThatIsCutBeforeItsResponseIsNotCountedAsASuccess() throws Exception {
    String id = client.cube();
    try (HeldRequest _ =
        HeldRequest.half(
            client,
            "PUT",
            "/collections/" + id + "/layers/NDVI/data/binary?datetime=" + TIME,
            "application/octet-stream",
            new byte[2 * 200])) {
      await().until(() -> isClaimed(id));
    }
    await()
        .untilAsserted(
            () ->
                assertThat(TestPlatform.shared().get("/metrics").body())
                    .containsPattern(
                        "glebe_http_requests_seconds_count\\{method=\"PUT\",route=\"[^\"]*/data/binary\","
                            + "status=\"499\"\\}"));
  }
}
