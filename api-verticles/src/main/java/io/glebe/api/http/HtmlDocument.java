package io.glebe.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A JSON document of an OGC API as a page for people: its words, its collections or features, its
 * other members, and its links. Text is escaped, and only web addresses become links.
 */
public final class HtmlDocument {
  public static final String MEDIA_TYPE = "text/html";

  /** With the encoding, as the header says it. */
  public static final String CONTENT_TYPE = "text/html;charset=utf-8";

  /** Columns of the table of features. */
  private static final int MAX_COLUMNS = 30;

  /** Characters shown of one value. */
  private static final int MAX_TEXT = 2_000;

  private static final Set<String> APART =
      Set.of("title", "description", "links", "collections", "features", "conformsTo");
  private static final String STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
          + "table{border-collapse:collapse;display:block;overflow-x:auto}"
          + "th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left}"
          + "dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}";

  private final StringBuilder page = new StringBuilder();

  private HtmlDocument() {}

  /**
   * The page.
   *
   * @param usual the title of a document that has none
   */
  public static String of(ObjectNode document, String usual) {
    return new HtmlDocument().whole(document, usual);
  }

  private String whole(ObjectNode document, String usual) {
    String title = document.path("title").asText(usual);
    page.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">");
    page.append("<meta name=\"viewport\" content=\"width=device-width\">");
    page.append("<title>").append(escaped(title)).append("</title>");
    page.append("<style>").append(STYLE).append("</style>");
    page.append("<h1>").append(escaped(title)).append("</h1>");
    paragraph(document.path("description").asText(""));
    features(document.path("features"));
    for (JsonNode collection : document.path("collections")) {
      String name = collection.path("title").asText(collection.path("id").asText());
      page.append("<h2>").append(escaped(name)).append("</h2>");
      paragraph(collection.path("description").asText(""));
      links(collection.path("links"));
    }
    members(document);
    if (document.has("conformsTo")) {
      page.append("<ul>");
      document
          .path("conformsTo")
          .forEach(each -> page.append("<li>").append(escaped(each.asText())).append("</li>"));
      page.append("</ul>");
    }
    page.append("<h2>Links</h2>");
    links(document.path("links"));
    return page.append("</html>").toString();
  }

  private void paragraph(String text) {
    if (!text.isBlank()) {
      page.append("<p>").append(escaped(text)).append("</p>");
    }
  }

  private void members(ObjectNode document) {
    page.append("<dl>");
    document
        .properties()
        .forEach(
            member -> {
              if (!APART.contains(member.getKey())) {
                page.append("<dt>").append(escaped(member.getKey())).append("</dt><dd>");
                page.append(escaped(text(member.getValue()))).append("</dd>");
              }
            });
    page.append("</dl>");
  }

  private void features(JsonNode features) {
    if (features.isEmpty()) {
      return;
    }
    Set<String> columns = new LinkedHashSet<>();
    for (JsonNode feature : features) {
      feature
          .path("properties")
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (columns.size() < MAX_COLUMNS) {
                  columns.add(name);
                }
              });
    }
    page.append("<table><thead><tr><th>id</th>");
    columns.forEach(name -> page.append("<th>").append(escaped(name)).append("</th>"));
    page.append("<th>geometry</th></tr></thead><tbody>");
    for (JsonNode feature : features) {
      row(feature, columns);
    }
    page.append("</tbody></table>");
  }

  private void row(JsonNode feature, Set<String> columns) {
    page.append("<tr><td>").append(escaped(feature.path("id").asText())).append("</td>");
    for (String name : columns) {
      page.append("<td>").append(escaped(text(feature.path("properties").path(name))));
      page.append("</td>");
    }
    String shape = feature.path("geometry").path("type").asText("none");
    page.append("<td>").append(escaped(shape)).append("</td></tr>");
  }

  private void links(JsonNode links) {
    page.append("<ul>");
    for (JsonNode link : links) {
      String href = link.path("href").asText();
      String title = link.path("title").asText(href);
      page.append("<li>");
      if (href.startsWith("http://") || href.startsWith("https://")) {
        page.append("<a href=\"").append(escaped(href)).append("\">");
        page.append(escaped(title)).append("</a>");
      } else {
        page.append(escaped(title));
      }
      page.append(" (").append(escaped(link.path("type").asText())).append(")</li>");
    }
    page.append("</ul>");
  }

  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    String text = value.isValueNode() ? value.asText() : Json.write(value);
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + " …" : text;
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
