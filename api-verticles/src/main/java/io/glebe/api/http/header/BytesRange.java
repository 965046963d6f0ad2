package io.glebe.api.http.header;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a file (RFC 9110): {@code bytes=0-99}, {@code bytes=100-}, {@code bytes=-100}. Several
 * ranges at once cannot be satisfied: a client that wants parts does not want the whole file.
 *
 * @param from first byte
 * @param length number of bytes; 0 when the range begins after the end, or for several ranges
 */
public record BytesRange(long from, long length) {
  private static final Pattern FORM = Pattern.compile("(?i:bytes)=([0-9]*+)-([0-9]*+)");
  private static final Pattern SEVERAL =
      Pattern.compile("(?i:bytes)=[0-9]*+-[0-9]*+(?:,[0-9]*+-[0-9]*+)++");
  private static final Pattern SPACES = Pattern.compile("[ \\t]");
  private static final int MOST_DIGITS = 18;

  /** The requested range; empty for the whole file. */
  public static Optional<BytesRange> of(
      Optional<String> range, Optional<String> ifRange, String etag, long size) {
    boolean stale = ifRange.isPresent() && !Conditional.matchAllows(ifRange, etag);
    String text = compact(range.orElse(""));
    if (!stale && SEVERAL.matcher(text).matches()) {
      return Optional.of(new BytesRange(0, 0));
    }
    Matcher form = FORM.matcher(text);
    if (stale || !form.matches() || form.group(1).isEmpty() && form.group(2).isEmpty()) {
      return Optional.empty();
    }
    if (form.group(1).isEmpty()) {
      long last = Math.min(size, number(form.group(2)));
      return Optional.of(new BytesRange(size - last, last));
    }
    long from = number(form.group(1));
    long end = form.group(2).isEmpty() ? Long.MAX_VALUE - 1 : number(form.group(2));
    if (end < from) {
      return Optional.empty();
    }
    return Optional.of(new BytesRange(from, Math.max(0, Math.min(size, end + 1) - from)));
  }

  /** The list without white space and without empty entries (RFC 9110, 5.6.1). */
  private static String compact(String range) {
    return SPACES
        .matcher(range)
        .replaceAll("")
        .replaceAll(",++", ",")
        .replaceFirst("=,", "=")
        .replaceFirst(",$", "");
  }

  /** A number with more digits is larger than any length. */
  private static long number(String digits) {
    String plain = digits.replaceFirst("^0+(?=.)", "");
    return plain.length() > MOST_DIGITS ? Long.MAX_VALUE - 1 : Long.parseLong(plain);
  }
}
