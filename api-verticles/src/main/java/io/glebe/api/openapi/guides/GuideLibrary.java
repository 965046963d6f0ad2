package io.glebe.api.openapi.guides;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The guides that can be reached from their list, with their images. They are read from the class
 * path: not for an event loop. Immutable.
 */
final class GuideLibrary {
  /** The list of all guides. */
  static final String LIST = "README";

  /** The address of the list; the others are below. */
  static final String ADDRESS = "/docs/guides/";

  private static final String ROOT = "/guides/";
  private static final String ENDING = ".md";

  private final Map<String, Guide> guides = new LinkedHashMap<>();

  GuideLibrary() {
    Map<String, String> texts = reachable();
    texts.forEach(
        (path, text) ->
            guides.put(path, GuideWriter.write(path, text, to -> address(path, to, texts))));
  }

  private static Map<String, String> reachable() {
    Map<String, String> texts = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(LIST);
    while (!open.isEmpty()) {
      String path = open.remove();
      Optional<byte[]> file =
          texts.containsKey(path) ? Optional.empty() : resource(ROOT + path + ENDING);
      if (file.isPresent()) {
        String text = new String(file.get(), StandardCharsets.UTF_8);
        texts.put(path, text);
        GuideWriter.links(text).stream()
            .filter(Predicate.not(GuideLibrary::isAbsolute))
            .map(link -> file(path, link))
            .filter(link -> link.endsWith(ENDING) && !link.startsWith(".."))
            .forEach(link -> open.add(withoutEnding(link)));
      }
    }
    return texts;
  }

  private static boolean isAbsolute(String link) {
    return link.contains(":");
  }

  /** The file to which a link of a page points, below the folder of the guides. */
  private static String file(String path, String link) {
    return URI.create(path).resolve(link.replaceAll("#.*", "")).normalize().getPath();
  }

  private static String withoutEnding(String file) {
    return file.substring(0, file.length() - ENDING.length());
  }

  private static String address(String path, String link, Map<String, String> texts) {
    if (isAbsolute(link) || link.startsWith("#")) {
      return link;
    }
    String file = file(path, link);
    int hash = link.indexOf('#');
    String anchor = hash < 0 ? "" : link.substring(hash);
    if (file.endsWith(ENDING) && texts.containsKey(withoutEnding(file))) {
      return of(withoutEnding(file)) + anchor;
    }
    return file.startsWith("images/") && resource(ROOT + file).isPresent() ? ADDRESS + file : "";
  }

  /** The address of a guide. */
  static String of(String path) {
    return path.equals(LIST) ? ADDRESS : ADDRESS + path;
  }

  Map<String, Guide> guides() {
    return guides;
  }

  /** An image of the guides. */
  static Optional<byte[]> image(String name) {
    return name.matches("images/[a-z0-9-]+\\.png") ? resource(ROOT + name) : Optional.empty();
  }

  /** A file of the class path. */
  static Optional<byte[]> resource(String name) {
    try (InputStream in = GuideLibrary.class.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
