package io.glebe.core.sensor.query;

import io.glebe.core.syntax.QuotedText;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import io.glebe.core.syntax.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Splits the text of an option into tokens. */
final class QueryLexer {
  /** The kind of a token. */
  enum Kind implements TokenKind {
    WORD("a name"),
    TEXT("text in quotes"),
    WHOLE("a whole number"),
    FRACTION("a number"),
    TIME("a time"),
    DATE("a date"),
    CLOCK("a time of day"),
    /**
     * {@code duration'..'}, {@code geography'..'}; the text contains both parts separated by a
     * quote.
     */
    TYPED("a typed literal"),
    SIGN("a sign"),
    END("the end");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    @Override
    public String words() {
      return words;
    }

    @Override
    public boolean isLiteral() {
      return this == SIGN || this == WORD;
    }

    @Override
    public boolean isEnd() {
      return this == END;
    }
  }

  static final int MAX_TOKENS = 2_000;

  /** Operators over the entities of a navigation. */
  static final Set<String> LAMBDAS = Set.of("any", "all");

  private static final String MOMENT =
      "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2})";
  private static final Pattern TIME = Pattern.compile(MOMENT + "(?:/" + MOMENT + ")?");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern CLOCK = Pattern.compile("\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?");
  private static final Pattern NUMBER =
      Pattern.compile("\\d{1,60}(\\.\\d{1,60})?([eE][+-]?\\d{1,3})?");
  private static final Pattern WORD =
      Pattern.compile("[$@\\p{L}_][\\p{L}\\p{N}_.@$-]*(:[\\p{L}_][\\p{L}\\p{N}_]*)?");

  /** A variable of {@code any} or {@code all}, which a colon follows. */
  private static final Pattern VARIABLE = Pattern.compile("([\\p{L}_][\\p{L}\\p{N}_]*)(?=\\s*:)");

  private static final String SIGNS = "(),;/=*-[]:";

  private final String option;
  private final String text;
  private int at;

  private QueryLexer(String option, String text) {
    this.option = option;
    this.text = text;
  }

  /** Returns a cursor over the tokens of an option. */
  static TokenCursor<Kind> cursor(String option, String text) {
    return new TokenCursor<>(
        text, tokens(option, text), (at, detail) -> QueryFault.at(option, at, detail));
  }

  private static List<Token<Kind>> tokens(String option, String text) {
    QueryLexer lexer = new QueryLexer(option, text);
    List<Token<Kind>> tokens = new ArrayList<>();
    Token<Kind> token;
    do {
      token = lexer.next(opensLambda(tokens));
      tokens.add(token);
      if (tokens.size() > MAX_TOKENS) {
        throw QueryFault.at(option, lexer.at, "the option has more than 2000 parts");
      }
    } while (token.kind() != Kind.END);
    return tokens;
  }

  /** Whether {@code any(} or {@code all(} was read, after which a colon ends a name. */
  private static boolean opensLambda(List<Token<Kind>> tokens) {
    int last = tokens.size() - 1;
    return last > 0
        && tokens.get(last).is("(")
        && LAMBDAS.contains(tokens.get(last - 1).text())
        && tokens.get(last - 1).kind() == Kind.WORD;
  }

  private Token<Kind> next(boolean lambda) {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return new Token<>(Kind.END, "", at);
    }
    char c = text.charAt(at);
    if (c == '\'') {
      return quoted("", at);
    }
    if (Character.isDigit(c)) {
      return digits();
    }
    Matcher variable = lambda ? match(VARIABLE) : null;
    Matcher word = variable == null ? match(WORD) : variable;
    if (word != null) {
      return word(word.group());
    }
    if (SIGNS.indexOf(c) >= 0) {
      return new Token<>(Kind.SIGN, String.valueOf(c), at++);
    }
    throw QueryFault.at(
        option,
        at,
        "the character " + Character.toString(text.codePointAt(at)) + " is not expected here");
  }

  private Token<Kind> word(String word) {
    int start = at;
    at += word.length();
    boolean typed =
        word.equals("duration")
            || word.equals("geography")
            || word.equals("geometry")
            || word.equals("datetime");
    if (typed && at < text.length() && text.charAt(at) == '\'') {
      return quoted(word, start);
    }
    return new Token<>(Kind.WORD, word, start);
  }

  private Token<Kind> quoted(String prefix, int start) {
    QuotedText quoted =
        QuotedText.read(text, at)
            .orElseThrow(() -> QueryFault.at(option, start, "the quote is never closed"));
    at = quoted.end();
    return prefix.isEmpty()
        ? new Token<>(Kind.TEXT, quoted.value(), start)
        : new Token<>(Kind.TYPED, prefix + "'" + quoted.value(), start);
  }

  private Token<Kind> digits() {
    Matcher time = match(TIME);
    if (time != null) {
      return take(Kind.TIME, time);
    }
    Matcher date = match(DATE);
    if (date != null) {
      return take(Kind.DATE, date);
    }
    Matcher clock = match(CLOCK);
    if (clock != null) {
      return take(Kind.CLOCK, clock);
    }
    Matcher number = match(NUMBER);
    if (number == null) {
      throw QueryFault.at(option, at, "the number is too long");
    }
    boolean whole = number.group(1) == null && number.group(2) == null;
    return take(whole && number.group().length() <= 18 ? Kind.WHOLE : Kind.FRACTION, number);
  }

  private Token<Kind> take(Kind kind, Matcher matcher) {
    Token<Kind> token = new Token<>(kind, matcher.group(), at);
    at = matcher.end();
    return token;
  }

  private @Nullable Matcher match(Pattern pattern) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    return matcher.lookingAt() ? matcher : null;
  }
}
