package io.glebe.api.openapi.guides;

import io.glebe.api.http.html.Html;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the guides and what a search found as whole pages. */
final class GuidePages {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <link rel="stylesheet" href="/docs/guides/guides.css">
        <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
        <script src="/docs/guides/guides.js" defer></script>
      </head>
      <body>
      <header>
        <nav aria-label="Main">
          <a href="/">Glebe</a> <a href="/docs/guides/">Guides</a> <a href="/docs/">Interfaces</a>
          <a href="/console/">Console</a>
        </nav>
        <form action="/docs/guides/" role="search">
          <input type="search" name="q" value="%s" maxlength="%d" required
            aria-label="Search the guides" placeholder="Search the guides">
          <button>Search</button>
        </form>
      </header>
      """;

  private static final String CONTENTS =
      "<nav aria-label=\"On this page\"><details><summary>On this page</summary><ul>";

  private GuidePages() {}

  static String page(Guide guide) {
    List<Guide.Section> parts = guide.sections().stream().filter(s -> s.level() == 2).toList();
    String contents =
        guide.path().equals(GuideLibrary.LIST) || parts.size() < 2
            ? ""
            : parts.stream()
                .map(part -> item(GuideLibrary.of(guide.path()), part))
                .collect(Collectors.joining("", CONTENTS, "</ul></details></nav>"));
    return head(guide.title() + " · Glebe", "")
        + "<div class=\"guide\">"
        + contents
        + "<main>"
        + guide.body()
        + "</main></div></body></html>";
  }

  private static String head(String title, String search) {
    return HEAD.formatted(Html.escape(title), Html.escape(search), GuidesArea.LONGEST_SEARCH);
  }

  private static String item(String address, Guide.Section part) {
    return "<li><a href=\"%s#%s\">%s</a></li>"
        .formatted(address, Html.escape(part.anchor()), Html.escape(part.heading()));
  }

  static String results(String search, List<GuideSearch.Hit> hits) {
    String title = hits.isEmpty() ? "Nothing found" : "Search";
    StringBuilder page = new StringBuilder(head(title + " · Glebe", search));
    page.append("<div class=\"guide\"><main><h1>").append(title).append("</h1>");
    if (hits.isEmpty()) {
      page.append("<p>No guide has all these words. <a href=\"/docs/guides/\">All guides</a></p>");
    }
    page.append("<ul class=\"found\">");
    hits.forEach(hit -> page.append(hit(hit, GuideSearch.words(search))));
    return page.append("</ul></main></div></body></html>").toString();
  }

  private static String hit(GuideSearch.Hit hit, List<String> words) {
    String heading = hit.section().heading();
    String title = hit.guide().title();
    return "<li><a href=\"%s#%s\">%s</a><p>%s</p></li>"
        .formatted(
            GuideLibrary.of(hit.guide().path()),
            Html.escape(hit.section().anchor()),
            Html.escape(heading.equals(title) ? title : title + ": " + heading),
            marked(hit.excerpt(), words));
  }

  private static String marked(String text, List<String> words) {
    Pattern any =
        Pattern.compile(
            words.stream().map(Pattern::quote).collect(Collectors.joining("|")),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    Matcher matcher = any.matcher(text);
    StringBuilder out = new StringBuilder();
    int from = 0;
    while (matcher.find()) {
      out.append(Html.escape(text.substring(from, matcher.start())));
      out.append("<mark>").append(Html.escape(matcher.group())).append("</mark>");
      from = matcher.end();
    }
    return out.append(Html.escape(text.substring(from))).toString();
  }
}
