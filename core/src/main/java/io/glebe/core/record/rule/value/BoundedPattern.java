package io.glebe.core.record.rule.value;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/**
 * A regular expression from a schema of a user: matching stops after a bounded number of steps, so
 * that no pattern can block a transaction. A text that needs more steps does not match.
 */
final class BoundedPattern implements RegularExpression {
  /** Characters read in one match, including backtracking: at most some tens of milliseconds. */
  static final int MAX_STEPS = 2_000_000;

  private final Pattern pattern;

  BoundedPattern(String text) {
    pattern = Pattern.compile(text);
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new CountedText(value)).find();
    } catch (TooManySteps e) {
      return false;
    }
  }

  private static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManySteps() {
      super("too many steps", null, false, false);
    }
  }

  /** Text that counts how often it is read. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private int steps;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (++steps > MAX_STEPS) {
        throw new TooManySteps();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
