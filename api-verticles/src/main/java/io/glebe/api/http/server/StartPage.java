package io.glebe.api.http.server;

import io.glebe.api.http.Reply;
import io.glebe.api.http.html.Html;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/**
 * The page at {@code /} for people. The interface gives this address to the identity of a service,
 * which API clients still get: a browser is recognized by its {@code Accept}, and by having no
 * token.
 */
final class StartPage {
  private static final String STYLE =
      "body{max-width:44rem}h1{margin:0 0 .25rem;font-size:2rem}p{color:var(--quiet);margin:.25rem 0}"
          + "ul{list-style:none;margin:1.5rem 0;padding:0;display:grid;gap:.75rem;"
          + "grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}"
          + "li{background:var(--paper);border:1px solid var(--line);border-radius:12px}"
          + "li a{display:block;padding:1rem;color:inherit;text-decoration:none;"
          + "border-radius:12px}"
          + "li strong{color:var(--accent);font-size:1.1rem}";

  private static final String PAGE =
      Html.page("Glebe", STYLE)
          + "<h1>Glebe</h1>"
          + "<p>Farm records, maps of satellite and other rasters, and sensors: one platform, with"
          + " open interfaces.</p><ul>"
          + entry(
              "/console/",
              "Sign in",
              "The console: fields on the map, work, sensors and data of your farms.")
          + entry(
              "/docs/guides/",
              "Guides",
              "How to use and operate the platform, with examples for many tools.")
          + entry(
              "/docs/",
              "Interfaces",
              "Every operation of the APIs with its parameters and examples, to try out here.")
          + entry("/v1/openapi.json", "Contract", "OpenAPI of the farm API, for machines.")
          + entry("/health/ready", "Health", "Whether every part of this platform works.")
          + "</ul>"
          + Html.END;

  private StartPage() {}

  private static String entry(String address, String name, String text) {
    return "<li><a href=\""
        + address
        + "\"><strong>"
        + name
        + "</strong><p>"
        + text
        + "</p></a></li>";
  }

  /** Whether a person's browser asks for the page. */
  static boolean isWanted(HttpServerRequest request) {
    HttpMethod method = request.method();
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return "/".equals(request.path())
        && request.query() == null
        && (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
        && accept != null
        && accept.toLowerCase(Locale.ROOT).contains(Html.MEDIA_TYPE)
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
  }

  static Reply reply() {
    return Reply.text(200, Html.CONTENT_TYPE, PAGE)
        .header("Vary", "Accept, Authorization")
        .cache("no-cache");
  }
}
