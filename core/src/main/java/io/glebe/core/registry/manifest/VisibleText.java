package io.glebe.core.registry.manifest;

import java.util.Set;

/** Texts that people read before they trust an app or a service. */
public final class VisibleText {
  private static final Set<Integer> INVISIBLE_TYPES =
      Set.of(
          (int) Character.FORMAT,
          (int) Character.SURROGATE,
          (int) Character.LINE_SEPARATOR,
          (int) Character.PARAGRAPH_SEPARATOR,
          (int) Character.PRIVATE_USE,
          (int) Character.UNASSIGNED);

  /**
   * Letters and signs without ink: joiners, fillers, vowels that are not written, empty Braille.
   */
  private static final String INVISIBLE =
      "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0";

  private VisibleText() {}

  /**
   * Whether a text of several lines has no control characters but line feeds, no marks that change
   * the direction of text, no characters of no width, and no halves of characters.
   */
  public static boolean isLines(String text) {
    return text.codePoints().allMatch(c -> c == '\n' || isVisible(c) || isPresentation(c));
  }

  /** The same for a text of one line. */
  public static boolean isLine(String text) {
    return text.codePoints().allMatch(VisibleText::isVisible);
  }

  private static boolean isVisible(int character) {
    int type = Character.getType(character);
    return !Character.isISOControl(character)
        && !INVISIBLE_TYPES.contains(type)
        && !isPresentation(character)
        && INVISIBLE.indexOf(character) < 0;
  }

  /** Selects one of several forms of the character before it, such as the colours of a heart. */
  private static boolean isPresentation(int character) {
    return character >= 0xfe00 && character <= 0xfe0f
        || character >= 0xe0100 && character <= 0xe01ef;
  }
}
