package io.glebe.core.json;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Inserts members into the text of a JSON object without parsing it. The text must be an object
 * written by the platform or by PostgreSQL.
 */
public final class Splice {
  private Splice() {}

  /**
   * The object text with {@code members} (for example {@code "a":1,"b":"x"}, no braces) put in
   * front.
   */
  public static String first(String object, String members) {
    int open = object.indexOf('{');
    if (members.isEmpty()) {
      return object;
    }
    StringBuilder text = new StringBuilder(object.length() + members.length() + 2);
    text.append('{').append(members);
    if (!isEmpty(object, open)) {
      text.append(',');
    }
    return text.append(object, open + 1, object.length()).toString();
  }

  /** The object text with {@code members} put behind its own. */
  public static String last(String object, String members) {
    int close = object.lastIndexOf('}');
    if (members.isEmpty()) {
      return object;
    }
    StringBuilder text = new StringBuilder(object.length() + members.length() + 2);
    text.append(object, 0, close);
    if (!isEmpty(object, object.indexOf('{'))) {
      text.append(',');
    }
    return text.append(members).append('}').toString();
  }

  /** The members of a tree as text without the braces, for {@link #first} and {@link #last}. */
  public static String members(ObjectNode tree) {
    String text = Json.write(tree);
    return text.substring(1, text.length() - 1);
  }

  private static boolean isEmpty(String object, int open) {
    int i = open + 1;
    while (Character.isWhitespace(object.charAt(i))) {
      i++;
    }
    return object.charAt(i) == '}';
  }
}
