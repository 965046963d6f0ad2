package io.glebe.core.cube.style;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Checks the addresses that a map reads for a style: they are of http or https, or relative to the
 * page. Another one, such as {@code javascript:}, could do something else in the browser of a
 * person who opens the map.
 */
final class StyleAddresses {
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:(?i:https?)://[^\\s\\p{Cntrl}]+|[^\\s\\p{Cntrl}:]*(?:[/?#][^\\s\\p{Cntrl}]*)?)");

  private final BiConsumer<String, String> faults;

  /**
   * @param faults receives pointer and detail
   */
  StyleAddresses(BiConsumer<String, String> faults) {
    this.faults = faults;
  }

  /** Checks the sprites and glyphs of a style. */
  void ofStyle(JsonNode style) {
    one(style.path("glyphs"), "/glyphs");
    JsonNode sprite = style.path("sprite");
    one(sprite, "/sprite");
    for (int i = 0; i < sprite.size(); i++) {
      one(sprite.path(i).path("url"), "/sprite/" + i + "/url");
    }
  }

  /** Checks the addresses of a source. */
  void ofSource(JsonNode source, String pointer) {
    for (String name : new String[] {"url", "data"}) {
      one(source.path(name), pointer + "/" + name);
    }
    for (String name : new String[] {"tiles", "urls"}) {
      JsonNode list = source.path(name);
      for (int i = 0; i < list.size(); i++) {
        one(list.path(i), pointer + "/" + name + "/" + i);
      }
    }
  }

  private void one(JsonNode address, String pointer) {
    if (address.isTextual() && !ADDRESS.matcher(address.textValue()).matches()) {
      faults.accept(pointer, "an address of http or https is expected");
    }
  }
}
