package io.glebe.core.cube.style;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.json.Json;
import java.util.Optional;

/** Finds the rendering that a stored style shows of the cube: its first visible raster layer. */
public final class StyleRendering {
  private StyleRendering() {}

  /**
   * Returns the tile parameters of that layer as a query; empty when it shows no tiles of a cube.
   */
  public static Optional<String> query(String style) {
    JsonNode document = Json.stored(style);
    for (JsonNode layer : document.path("layers")) {
      boolean visible = !layer.path("layout").path("visibility").asText("").equals("none");
      if (visible && layer.path("type").asText().equals("raster")) {
        String tiles =
            document
                .path("sources")
                .path(layer.path("source").asText())
                .path("tiles")
                .path(0)
                .asText("");
        int at = tiles.indexOf('?');
        boolean ours = tiles.contains("/tiles/") && at > 0;
        return ours ? Optional.of(tiles.substring(at + 1)) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
