package io.glebe.core.registry.manifest;

/** Texts that people read before they trust an app or a service. */
public final class VisibleText {
  private VisibleText() {}

  /**
   * Whether a text of several lines has no control characters but line feeds, no marks that change
   * the direction of text, no characters of no width, and no halves of characters.
   */
  public static boolean isLines(String text) {
    return text.codePoints().allMatch(c -> c == '\n' || isVisible(c));
  }

  /** The same for a text of one line. */
  public static boolean isLine(String text) {
    return text.codePoints().allMatch(VisibleText::isVisible);
  }

  private static boolean isVisible(int character) {
    int type = Character.getType(character);
    return !Character.isISOControl(character)
        && type != Character.FORMAT
        && type != Character.SURROGATE
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
