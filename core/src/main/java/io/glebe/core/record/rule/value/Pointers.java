package io.glebe.core.record.rule.value;

import java.util.Comparator;

/** JSON Pointers, RFC 6901. */
public final class Pointers {
  /** Compares segment by segment, numbers in numeric order. */
  static final Comparator<String> ORDER = Pointers::compare;

  private Pointers() {}

  /** The pointer to a member of the whole body. */
  public static String to(String member) {
    return to("", member);
  }

  public static String to(String parent, String member) {
    return parent + "/" + member.replace("~", "~0").replace("/", "~1");
  }

  public static String to(String parent, int index) {
    return parent + "/" + index;
  }

  /** The name of the member of the whole body to which, or into which, a pointer points. */
  static String member(String pointer) {
    int end = pointer.indexOf('/', 1);
    String segment =
        pointer.substring(Math.min(1, pointer.length()), end < 0 ? pointer.length() : end);
    return segment.replace("~1", "/").replace("~0", "~");
  }

  private static int compare(String a, String b) {
    String[] left = a.split("/", -1);
    String[] right = b.split("/", -1);
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      int order = segment(left[i], right[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length, right.length);
  }

  private static int segment(String a, String b) {
    boolean numbers = a.matches("[0-9]{1,9}") && b.matches("[0-9]{1,9}");
    return numbers ? Integer.compare(Integer.parseInt(a), Integer.parseInt(b)) : a.compareTo(b);
  }
}
