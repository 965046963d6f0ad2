package io.glebe.api.http.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Pages of collections show where their extent is. */
class ExtentMapTest {
  private static ObjectNode collection(String box) {
    return Json.parseObject(
        """
        {"id": "a", "title": "A <b>", "extent": {"spatial": {"bbox": [%s]},
          "temporal": {"interval": [["2026-01-01T00:00:00Z", null]]}}}
        """
            .formatted(box)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anExtentIsDrawnAndSaidInWords() {
    String page = HtmlDocument.of(collection("[15.4, 46, 15.6, 46.2]"), "");
    assertThat(page)
        .contains("<rect x=\"13.50\" y=\"-48.10\" width=\"4.00\" height=\"4.00\"/>")
        .contains("west 15.40000, south 46.00000, east 15.60000, north 46.20000 degrees")
        .contains("from 2026-01-01T00:00:00Z to ..")
        .contains("A &lt;b&gt;")
        .doesNotContain("&quot;spatial&quot;");
  }

  @Test
  void anExtentAcrossTheAntimeridianHasTwoParts() {
    String page = HtmlDocument.of(collection("[170, -20, 0, -170, -10, 100]"), "");
    assertThat(page)
        .contains("<rect x=\"170.00\" y=\"10.00\" width=\"10.00\" height=\"10.00\"/>")
        .contains("<rect x=\"-180.00\" y=\"10.00\" width=\"10.00\" height=\"10.00\"/>");
  }

  @Test
  void aDocumentWithoutABoxHasNoMap() {
    assertThat(HtmlDocument.of(Json.object().put("id", "a"), "")).doesNotContain("<svg");
    assertThat(HtmlDocument.of(collection("null"), "")).doesNotContain("<svg");
  }
}
