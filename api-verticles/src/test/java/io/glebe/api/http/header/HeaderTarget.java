package io.glebe.api.http.header;

import java.util.List;
import java.util.Optional;

/** Values of headers of requests, all read from one text. */
public final class HeaderTarget {
  private static final String ETAG = "\"v7\"";
  private static final long SIZE = 1_000;

  private HeaderTarget() {}

  public static void values(String text) {
    var _ = Accept.choose(text, List.of("application/json", "text/html;q=1", "image/png"));
    Optional<String> value = Optional.of(text);
    var _ = Conditional.noneMatchNames(value, ETAG);
    var _ = Conditional.matchAllows(value, ETAG);
    var _ = Conditional.heldForm(value, ETAG);
    BytesRange.of(value, Optional.empty(), ETAG, SIZE)
        .filter(range -> range.from() < 0 || range.length() < 0 || range.length() > SIZE)
        .ifPresent(
            wrong -> {
              throw new IllegalStateException("the range is " + wrong);
            });
    HeaderText.decode("Name", text);
    if (text.startsWith("\"")) {
      var _ = Conditional.version(value);
    }
  }
}
