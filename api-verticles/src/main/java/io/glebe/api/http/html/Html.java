package io.glebe.api.http.html;

/**
 * Writes the parts of an HTML page:
 *
 * <pre>{@code
 * String page = Html.start(title, "") + "<p>" + Html.escape(text) + "</p>" + Html.END;
 * }</pre>
 *
 * The gateway adds the security headers to every HTML reply that does not set its own.
 */
public final class Html {
  public static final String MEDIA_TYPE = "text/html";

  /** The media type with the encoding. */
  public static final String CONTENT_TYPE = MEDIA_TYPE + ";charset=utf-8";

  /** The end of every page. */
  public static final String END = "</main></body></html>";

  private static final String BASE_STYLE =
      "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
          + "table{border-collapse:collapse;display:block;overflow-x:auto}"
          + "th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left}"
          + "dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}";

  /** The look of the pages of the APIs, in addition to the base style. */
  private static final String LOOK =
      ":root{color-scheme:light dark;--ink:#24302a;--quiet:#56625b;--paper:#fff;--ground:#eceee8;"
          + "--line:#d9ddd6;--accent:#276b43}"
          + "@media(prefers-color-scheme:dark){:root{--ink:#e6ebe7;--quiet:#a5b0a9;"
          + "--paper:#232824;--ground:#1b1f1c;--line:#3b433d;--accent:#6cc18e}}"
          + "body{margin-top:1rem;background:var(--ground);color:var(--ink)}"
          + "a{color:var(--accent)}nav{display:flex;gap:1rem;margin-bottom:1rem}"
          + "a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}"
          + "table{max-width:100%;background:var(--paper)}th,td{border-color:var(--line)}";

  private static final String ICON =
      "<link rel=\"icon\" type=\"image/png\" href=\"/docs/favicon-32x32.png\">";

  private static final String NAVIGATION =
      "<nav aria-label=\"Main\"><a href=\"/\">Glebe</a><a href=\"/docs/guides/\">Guides</a>"
          + "<a href=\"/docs/\">Interfaces</a><a href=\"/console/\">Console</a></nav>";

  private Html() {}

  /**
   * The start of a page of an API, like {@link #start}, with the look, the icon and the links that
   * these pages have in common.
   *
   * @param title plain text
   * @param style CSS rules behind those of the look; a constant of the product
   */
  public static String page(String title, String style) {
    return head(title, ICON + "<style>" + BASE_STYLE + LOOK + style + "</style>", NAVIGATION);
  }

  /**
   * The start of a page up to the main element. {@link #END} closes it.
   *
   * @param title plain text
   * @param style CSS rules behind the base style; a constant of the product
   */
  public static String start(String title, String style) {
    return head(title, "<style>" + BASE_STYLE + style + "</style>", "");
  }

  /** The start of a page whose security policy allows no inline style. */
  public static String startUnstyled(String title) {
    return head(title, "<meta name=\"color-scheme\" content=\"light dark\">", "");
  }

  private static String head(String title, String more, String navigation) {
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>"
        + escape(title)
        + "</title>"
        + more
        + "</head><body>"
        + navigation
        + "<main>";
  }

  /** The text with all characters escaped that have a meaning in elements or attributes. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
