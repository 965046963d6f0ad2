package io.glebe.api.boot.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * The panels of our Grafana dashboard as a page that Prometheus serves, for machines without
 * Grafana.
 */
final class DashboardPage {
  private static final String PAGE = "/cluster/dashboard.html";
  private static final String DASHBOARD = "/grafana/glebe.json";
  private static final String PLACE = "\"DASHBOARD\"";

  private DashboardPage() {}

  /** The page as a console template of Prometheus. */
  static String template() throws IOException {
    ArrayNode panels = Json.array();
    for (JsonNode panel : Json.parseObject(resource(DASHBOARD)).path("panels")) {
      ObjectNode shown = panels.addObject().put("title", panel.path("title").asText());
      shown.put("unit", panel.at("/fieldConfig/defaults/unit").asText());
      ArrayNode targets = shown.putArray("targets");
      for (JsonNode target : panel.path("targets")) {
        targets
            .addObject()
            .put("expr", target.path("expr").asText())
            .put("legendFormat", target.path("legendFormat").asText());
      }
    }
    return new String(resource(PAGE), UTF_8).replace(PLACE, escaped(Json.write(panels)));
  }

  /** JSON for a script: braces of legends would be those of the template. */
  private static String escaped(String json) {
    return json.replace("{{", "\\u007b\\u007b").replace("<", "\\u003c");
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = DashboardPage.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
