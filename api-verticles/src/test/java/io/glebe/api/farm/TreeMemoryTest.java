package io.glebe.api.farm;

import static io.glebe.api.spatio.SpatioClient.expect;
import static io.glebe.api.spatio.SpatioClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.config.MemorySettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees of regions where one caller may hold 3 MB. */
class TreeMemoryTest {
  @TempDir private Path data;

  @Test
  void aTreeNeedsMemoryForItsTexts() throws Exception {
    var settings =
        TestPlatform.settings(data)
            .with(MemorySettings.RESPONSE_MEMORY, "5M")
            .with(MemorySettings.RESPONSE_MEMORY_OF_CALLER, "3M");
    try (Platform platform = Platform.start(settings)) {
      SpatioClient.founded(platform);
      String token = TestFarm.token(platform.address(), "owner");
      SpatioClient farm = new SpatioClient("/v1", platform, token);
      ObjectNode field = region("name", "Field");
      String fields = "/farms/" + SpatioClient.FARM + "/fields";
      String fieldId = json(expect(201, farm.post(fields, field))).path("id").asText();
      String outer = created(farm, region("fieldId", fieldId));
      String inner = created(farm, region("parentRegionId", outer).put("text", text()));
      created(farm, region("parentRegionId", outer).put("text", text()));

      for (int i = 0; i < 10; i++) { // what was refused holds nothing
        expect(413, farm.get("/regions/" + outer));
        expect(413, farm.get("/regions?view=tree&farmId=" + SpatioClient.FARM));
      }
      assertThat(json(expect(200, farm.get("/regions/" + inner))).path("children")).isEmpty();
      expect(200, farm.get("/regions?view=flat&limit=1&farmId=" + SpatioClient.FARM));
    }
  }

  private static String text() {
    return "a".repeat(1_600_000);
  }

  private static String created(SpatioClient farm, ObjectNode region) {
    return json(expect(201, farm.post("/regions", region))).path("id").asText();
  }

  private static ObjectNode region(String member, String value) {
    return TestFarm.json("{'geometry': " + RecordEndpointsClient.SQUARE + "}").put(member, value);
  }
}
