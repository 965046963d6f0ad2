package io.glebe.api.http.body;

/** Estimates the heap that a parsed JSON text takes, before it is parsed. */
final class JsonMemory {
  /** Bytes of a value in a tree: node, entry of its parent and number or text, on 64-bit JVMs. */
  private static final int VALUE_BYTES = 100;

  private JsonMemory() {}

  /** An upper bound for the text as characters and the tree together. */
  static long ofTree(byte[] text) {
    long values = 1;
    for (byte at : text) {
      switch (at) {
        case ',', '{', '[' -> values++;
        default -> {}
      }
    }
    return text.length + values * VALUE_BYTES;
  }
}
