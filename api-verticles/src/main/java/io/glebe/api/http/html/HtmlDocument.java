package io.glebe.api.http.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.util.Set;

/**
 * Writes a JSON document of an OGC API as a page: title and description, collections, the other
 * members, and links. Text is escaped, and only web addresses become links.
 */
public final class HtmlDocument {
  /** Characters shown of one value. */
  private static final int MAX_TEXT = 2_000;

  private static final Set<String> APART =
      Set.of("title", "description", "links", "collections", "conformsTo");

  private final StringBuilder page = new StringBuilder();

  private HtmlDocument() {}

  /**
   * Writes the page.
   *
   * @param usual the title for a document without one
   */
  public static String of(ObjectNode document, String usual) {
    return new HtmlDocument().whole(document, usual);
  }

  private String whole(ObjectNode document, String usual) {
    String title = document.path("title").asText(usual);
    page.append(Html.page(title, ExtentMap.STYLE));
    page.append("<h1>").append(Html.escape(title)).append("</h1>");
    paragraph(document.path("description").asText(""));
    ObjectNode rest = document.deepCopy();
    rest.remove(APART);
    if (ExtentMap.has(document)) {
      page.append(ExtentMap.svg(document));
      rest.put("extent", ExtentMap.words(document));
    }
    for (JsonNode collection : document.path("collections")) {
      String name = collection.path("title").asText(collection.path("id").asText());
      page.append("<h2>").append(Html.escape(name)).append("</h2>");
      paragraph(collection.path("description").asText(""));
      links(page, collection.path("links"));
    }
    members(page, rest);
    if (document.has("conformsTo")) {
      page.append("<ul>");
      document
          .path("conformsTo")
          .forEach(each -> page.append("<li>").append(Html.escape(each.asText())).append("</li>"));
      page.append("</ul>");
    }
    end(page, document.path("links"));
    return page.toString();
  }

  private void paragraph(String text) {
    if (!text.isBlank()) {
      page.append("<p>").append(Html.escape(text)).append("</p>");
    }
  }

  /** Writes the end of a page with its links. */
  public static void end(StringBuilder page, JsonNode links) {
    page.append("<h2>Links</h2>");
    links(page, links);
    page.append(Html.END);
  }

  /** Writes the members of an object with their values. */
  public static void members(StringBuilder page, ObjectNode document) {
    page.append("<dl>");
    document
        .properties()
        .forEach(
            member -> {
              page.append("<dt>").append(Html.escape(member.getKey())).append("</dt><dd>");
              page.append(Html.escape(text(member.getValue()))).append("</dd>");
            });
    page.append("</dl>");
  }

  /** Writes a list of links; only web addresses can be followed. */
  private static void links(StringBuilder page, JsonNode links) {
    page.append("<ul>");
    for (JsonNode link : links) {
      String href = link.path("href").asText();
      String title = link.path("title").asText(href);
      page.append("<li>");
      if (href.startsWith("http://") || href.startsWith("https://")) {
        page.append("<a href=\"").append(Html.escape(href)).append("\">");
        page.append(Html.escape(title)).append("</a>");
      } else {
        page.append(Html.escape(title));
      }
      page.append(" (").append(Html.escape(link.path("type").asText())).append(")</li>");
    }
    page.append("</ul>");
  }

  /** Returns a value as plain text of limited length. */
  public static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "";
    }
    String text = value.isValueNode() ? value.asText() : Json.write(value);
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + " …" : text;
  }
}
