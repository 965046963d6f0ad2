package io.glebe.api.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.cube.item.FeatureBody;
import io.glebe.core.cube.style.StyleCheck;
import io.glebe.core.json.Json;
import io.glebe.core.json.JsonPatch;
import io.glebe.core.json.MergePatch;
import io.glebe.core.sensor.observation.ObservationBody;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Bodies in JSON. What is accepted is accepted again as we write it, and means the same. */
public final class JsonTargets {
  private static final int POSITIONS = 10_000;
  private static final int OPERATIONS = 100;
  private static final int LAYERS = 100;
  private static final String RECORD =
      "{\"name\":\"North\",\"area\":2.5,\"tags\":[\"a\",{\"b\":null}],\"at\":{\"x\":{\"y\":1}}}";

  private JsonTargets() {}

  /** A document, and a merge patch, which applied twice is the same as applied once. */
  public static void document(String text) {
    JsonNode tree = Json.parse(text.getBytes(StandardCharsets.UTF_8));
    String written = Json.write(tree);
    if (!Json.write(Json.parse(written)).equals(written)) {
      throw new IllegalStateException("what is written is read as another document: " + written);
    }
    if (tree instanceof ObjectNode patch) {
      ObjectNode once = MergePatch.apply(Json.parseObject(RECORD), patch);
      if (!MergePatch.apply(once.deepCopy(), patch).equals(once)) {
        throw new IllegalStateException("a merge patch applied twice differs");
      }
    }
  }

  public static void patch(String text) {
    Json.check(JsonPatch.apply(Json.parse(text), Json.parseObject(RECORD), OPERATIONS));
  }

  public static void feature(String text) {
    var _ = FeatureBody.parse(Json.parse(text), "", POSITIONS);
  }

  public static void observation(String text) {
    var _ = ObservationBody.parse(text.getBytes(StandardCharsets.UTF_8), Instant.EPOCH);
  }

  public static void style(String text) {
    var faults = StyleCheck.faults(Json.parse(text), LAYERS);
    if (!faults.isEmpty()) {
      throw io.glebe.core.problem.Problem.invalid(faults);
    }
  }
}
