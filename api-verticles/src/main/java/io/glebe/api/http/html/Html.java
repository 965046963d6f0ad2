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

  private Html() {}

  /**
   * The start of a page up to the main element. {@link #END} closes it.
   *
   * @param title plain text
   * @param style CSS rules behind the base style; a constant of the product
   */
  public static String start(String title, String style) {
    return head(title, "<style>" + BASE_STYLE + style + "</style>");
  }

  /** The start of a page whose security policy allows no inline style. */
  public static String startUnstyled(String title) {
    return head(title, "<meta name=\"color-scheme\" content=\"light dark\">");
  }

  private static String head(String title, String more) {
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>"
        + escape(title)
        + "</title>"
        + more
        + "</head><body><main>";
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
