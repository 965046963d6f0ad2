package io.glebe.api.ogc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.html.Html;
import io.glebe.api.http.html.HtmlDocument;
import io.glebe.core.json.Json;
import io.glebe.core.ogc.FeatureDescription;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.OgcFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes features as HTML pages.
 *
 * @param form the properties to show and the CRS of positions
 * @param address the URL of a feature by its id
 */
record FeatureHtml(
    FeatureDescription description, FeatureJson form, Function<String, String> address) {
  /** Columns of a table whose features determine them. */
  private static final int MAX_COLUMNS = 30;

  /** Writes a page as a table; the links are those for its end. */
  void page(FeaturePage page, Function<FeaturePage.End, ArrayNode> links, OutputStream out)
      throws IOException {
    put(out, Html.page(description.title(), FeatureSketch.STYLE) + heading(description.title()));
    FeatureSketch map = new FeatureSketch();
    FeaturePage.End end;
    if (description.columns().isEmpty()) {
      List<OgcFeature> features = new ArrayList<>();
      end = page.read(features::add);
      Map<String, String> columns = columns(features);
      put(out, head(columns));
      for (OgcFeature feature : features) {
        map.add(feature);
        put(out, row(feature, columns));
      }
    } else {
      put(out, head(description.columns()));
      end =
          page.read(
              feature -> {
                map.add(feature);
                put(out, row(feature, description.columns()));
              });
    }
    StringBuilder text = new StringBuilder("</tbody></table>").append(map.svg());
    ObjectNode members = Json.object();
    end.matched().ifPresent(matched -> members.put("numberMatched", matched));
    members.put("numberReturned", end.returned());
    if (!end.facets().isEmpty()) {
      members.set("facets", FeatureJson.facets(end));
    }
    HtmlDocument.members(text, members);
    HtmlDocument.end(text, links.apply(end));
    put(out, text.toString());
  }

  /** Writes one feature: its properties, its geometry and links. */
  String one(OgcFeature feature, ArrayNode links) {
    ObjectNode properties = feature.properties();
    String title = properties.path("name").asText(description.title());
    StringBuilder page =
        new StringBuilder(Html.page(title, FeatureSketch.STYLE)).append(heading(title));
    FeatureSketch map = new FeatureSketch();
    map.add(feature);
    page.append(map.svg());
    ObjectNode members = Json.object().put("id", feature.id());
    members.setAll(properties);
    members.put("geometry", form.geometry(feature));
    HtmlDocument.members(page, members);
    HtmlDocument.end(page, links);
    return page.toString();
  }

  private static String heading(String title) {
    return "<h1>" + Html.escape(title) + "</h1>";
  }

  private Map<String, String> columns(List<OgcFeature> features) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (OgcFeature feature : features) {
      feature
          .properties()
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (columns.size() < MAX_COLUMNS && form.shows(name)) {
                  columns.put(name, name);
                }
              });
    }
    return columns;
  }

  private static String head(Map<String, String> columns) {
    StringBuilder head = new StringBuilder("<table><thead><tr><th>id</th>");
    columns.values().forEach(name -> head.append("<th>").append(Html.escape(name)).append("</th>"));
    return head.append("<th>geometry</th></tr></thead><tbody>").toString();
  }

  private String row(OgcFeature feature, Map<String, String> columns) {
    StringBuilder row = new StringBuilder("<tr><td><a href=\"");
    row.append(Html.escape(address.apply(feature.id()))).append("\">");
    row.append(Html.escape(feature.id())).append("</a></td>");
    ObjectNode properties = feature.properties();
    for (String name : columns.keySet()) {
      String text = HtmlDocument.text(properties.path(name));
      row.append("<td>").append(Html.escape(text)).append("</td>");
    }
    String shape =
        feature
            .geometryText()
            .map(geometry -> Json.stored(geometry).path("type").asText())
            .orElse("none");
    return row.append("<td>").append(Html.escape(shape)).append("</td></tr>").toString();
  }

  private static void put(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
