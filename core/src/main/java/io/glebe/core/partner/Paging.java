package io.glebe.core.partner;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.PartnerSettings.PartnerPaging;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the next page of a partner's list. */
final class Paging {
  /** A link of RFC 8288 with the relation next. */
  private static final Pattern NEXT =
      Pattern.compile("<([^<>]*)>[^,<]*;\\s*rel=\"?next\"?(?=[\\s;,]|$)");

  private Paging() {}

  /**
   * Returns the reference to the next page, relative to the current one; empty on the last page.
   *
   * @param linkHeader the Link header, empty when there is none
   */
  static Optional<String> next(PartnerPaging style, URI at, JsonNode body, String linkHeader) {
    return switch (style) {
      case LINKS -> member(body);
      case HEADER -> header(linkHeader);
      case TOKEN -> token(at, body);
    };
  }

  private static Optional<String> member(JsonNode body) {
    for (JsonNode link : body.path("links")) {
      if ("nextPage".equals(link.path("rel").asText())) {
        return present(link.path("uri").asText());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> header(String links) {
    Matcher link = NEXT.matcher(links);
    return link.find() ? present(link.group(1)) : Optional.empty();
  }

  private static Optional<String> token(URI at, JsonNode body) {
    return present(body.path("nextPageToken").asText())
        .map(
            token ->
                at.getRawPath() + "?pageToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8));
  }

  private static Optional<String> present(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
