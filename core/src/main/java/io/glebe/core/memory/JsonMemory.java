package io.glebe.core.memory;

/** Estimates the heap that a parsed JSON text takes, before it is parsed. */
public final class JsonMemory {
  /**
   * Bytes of a value in a tree: node, entry of its parent and number or text, on 64-bit JVMs. An
   * empty object takes the most.
   */
  private static final int VALUE_BYTES = 100;

  private JsonMemory() {}

  /** An upper bound for the text as characters and the tree together. */
  public static long ofTree(byte[] text) {
    long values = 1;
    for (byte at : text) {
      values += begins(at) ? 1 : 0;
    }
    return text.length + values * VALUE_BYTES;
  }

  /** As {@link #ofTree(byte[])}, without the text, which is in memory already. */
  public static long ofTree(String text) {
    long values = 1;
    for (int i = 0; i < text.length(); i++) {
      values += begins(text.charAt(i)) ? 1 : 0;
    }
    return values * VALUE_BYTES;
  }

  private static boolean begins(int character) {
    return character == ',' || character == '{' || character == '[';
  }
}
