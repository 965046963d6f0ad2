package io.glebe.zarr.store;

/**
 * The grammar of keys: segments of visible characters, separated by single slashes. No segment is
 * empty, {@code .} or {@code ..}, or begins with {@value #RESERVED}.
 */
public final class Keys {
  /** Maximum length of a key in characters: S3 allows 1024 bytes. */
  public static final int MAX_LENGTH = 900;

  /** Segments with this prefix are reserved for the stores. */
  static final String RESERVED = ".glebe-";

  private Keys() {}

  /** Returns the key, or throws {@link IllegalArgumentException} with the reason. */
  public static String checked(String key) {
    if (key.isEmpty() || key.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a key has 1 to " + MAX_LENGTH + " characters");
    }
    int start = 0;
    for (int i = 0; i <= key.length(); i++) {
      if (i == key.length() || key.charAt(i) == '/') {
        checkSegment(key, key.substring(start, i));
        start = i + 1;
      } else if (Character.isISOControl(key.charAt(i)) || key.charAt(i) == '\\') {
        throw new IllegalArgumentException(
            "a key must not contain control characters or a backslash");
      }
    }
    return key;
  }

  /** Checks a prefix: a key or empty, without a slash at its end. */
  public static String checkedPrefix(String prefix) {
    return prefix.isEmpty() ? prefix : checked(prefix);
  }

  /** Joins a path and a name; the path may be empty. */
  public static String join(String path, String name) {
    return path.isEmpty() ? name : path + "/" + name;
  }

  private static void checkSegment(String key, String segment) {
    boolean bad = segment.isEmpty() || segment.equals(".") || segment.equals("..");
    if (bad || segment.startsWith(RESERVED)) {
      throw new IllegalArgumentException("'" + segment + "' cannot be a part of key '" + key + "'");
    }
  }
}
