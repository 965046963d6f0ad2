package io.glebe.api.http.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A segment of a template with parameters.
 *
 * @param text as written, for example <code>{y}@2x.png</code>
 * @param names of its parameters
 * @param literals number of literal characters: more of them match more closely
 * @param pattern with one group per name
 */
record SegmentPattern(String text, List<String> names, int literals, Pattern pattern) {

  static boolean isPattern(String segment) {
    return segment.indexOf('{') >= 0;
  }

  static SegmentPattern of(String segment) {
    List<String> names = new ArrayList<>();
    StringBuilder regex = new StringBuilder();
    int literals = 0;
    int at = 0;
    while (at < segment.length()) {
      int open = segment.indexOf('{', at);
      String literal = segment.substring(at, open < 0 ? segment.length() : open);
      literals += literal.length();
      regex.append(Pattern.quote(literal));
      if (open < 0) {
        break;
      }
      int close = segment.indexOf('}', open);
      names.add(segment.substring(open + 1, close));
      regex.append("(.+?)");
      at = close + 1;
    }
    return new SegmentPattern(
        segment, List.copyOf(names), literals, Pattern.compile(regex.toString(), Pattern.DOTALL));
  }

  /** Puts the values into {@code values} when the segment matches. */
  boolean match(String segment, Map<String, String> values) {
    if (literals == 0 && names.size() == 1) {
      values.put(names.getFirst(), segment);
      return true;
    }
    Matcher matcher = pattern.matcher(segment);
    if (!matcher.matches()) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), matcher.group(i + 1));
    }
    return true;
  }
}
