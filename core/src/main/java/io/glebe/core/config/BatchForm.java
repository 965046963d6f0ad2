package io.glebe.core.config;

/** The text of answers to batches as {@code multipart/mixed}; their contents are the same. */
public enum BatchForm {
  /** Messages and parts as RFC 9112 and RFC 2046 have them. */
  STANDARD,
  /**
   * The text that FROST-Server writes: status lines {@code http/1.1 200 no text}, lines that end
   * with a line feed alone, and no lengths.
   */
  FROST
}
