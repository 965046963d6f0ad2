package io.glebe.api.openapi;

import io.glebe.api.http.fastpath.StaticFile;
import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The page at /docs/ and its files. All come from the class path; nothing is loaded from other
 * hosts.
 */
final class DocsPage {
  private static final String CACHE = "public, max-age=300";
  private static final String ROOT = "/META-INF/resources/webjars/swagger-ui/5.34.1/";
  private static final Set<String> SERVED =
      Set.of(
          "swagger-ui.css",
          "index.css",
          "swagger-ui-bundle.js",
          "swagger-ui-standalone-preset.js",
          "favicon-16x16.png",
          "favicon-32x32.png");
  private static final Map<String, String> TYPES =
      Map.of(
          "css",
          "text/css; charset=utf-8",
          "js",
          "text/javascript; charset=utf-8",
          "png",
          "image/png");

  /** The scripts of the page are separate files; they add inline styles and data images. */
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
          + " img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  private static final String OWN = "/docs-page/";
  private static final String SERVICES =
      "{url: \"../services/openapi.json\", name: \"Service registry\"}";

  private final boolean services;
  private final Map<String, StaticFile> files = new ConcurrentHashMap<>();

  /**
   * @param services whether the platform has a service registry
   */
  DocsPage(boolean services) {
    this.services = services;
  }

  /** The file if it has been read; never blocks. */
  Optional<StaticFile> known(String name) {
    return Optional.ofNullable(files.get(name));
  }

  /**
   * One file of the page; the empty name is the page itself. Files are read and compressed once,
   * for all requests: not for an event loop.
   */
  StaticFile file(String name) {
    return files.computeIfAbsent(name, this::read);
  }

  private StaticFile read(String name) {
    return switch (name) {
      case "", "index.html" -> text("text/html; charset=utf-8", own("index.html"));
      case "start.js" ->
          text(type("js"), own(name).replace("//SERVICES", services ? SERVICES : ""));
      case "access.js", "page.css" -> text(type(suffix(name)), own(name));
      default -> packaged(name);
    };
  }

  private static StaticFile text(String mediaType, String text) {
    return StaticFile.of(mediaType, text.getBytes(StandardCharsets.UTF_8), CACHE);
  }

  private static String own(String name) {
    return new String(bytes(OWN + name), StandardCharsets.UTF_8);
  }

  private static StaticFile packaged(String name) {
    if (!SERVED.contains(name)) {
      throw Problem.notFound("the documentation has no file " + name);
    }
    return StaticFile.of(type(suffix(name)), bytes(ROOT + name), CACHE);
  }

  private static byte[] bytes(String resource) {
    try (InputStream in = DocsPage.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the class path lacks " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String suffix(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String type(String suffix) {
    return Objects.requireNonNull(TYPES.get(suffix), suffix);
  }
}
