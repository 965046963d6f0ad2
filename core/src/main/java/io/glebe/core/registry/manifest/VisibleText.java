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

  /** White space and joiners of ordinary texts: of messages of programs, Persian, and emoji. */
  private static final String ORDINARY = "\n\r\t\u200c\u200d";

  /**
   * Whether a text of several lines has no marks that change its direction, no other characters
   * without ink, no control characters but tabs and ends of lines, and no halves of characters.
   */
  public static boolean isLines(String text) {
    return text.codePoints()
        .allMatch(c -> ORDINARY.indexOf(c) >= 0 || isVisible(c) || isPresentation(c));
  }

  /** Whether a name has visible characters only. */
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
