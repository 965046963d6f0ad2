package io.glebe.core.cql;

import io.glebe.core.syntax.QuotedText;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import io.glebe.core.syntax.TokenKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits CQL2 text (OGC 21-065, and ILIKE as in PostgreSQL) into tokens. */
final class Cql2Lexer {
  /** The kind of a token. */
  enum Kind implements TokenKind {
    NAME("a name"),
    QUOTED("a name in double quotes"),
    NUMBER("a number"),
    TEXT("text in single quotes"),
    GEOMETRY("a geometry"),
    KEYWORD("a keyword"),
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
      return this == KEYWORD || this == SIGN;
    }

    @Override
    public boolean isEnd() {
      return this == END;
    }
  }

  private static final Set<String> KEYWORDS =
      Set.of(
          "NOT", "AND", "OR", "LIKE", "ILIKE", "BETWEEN", "IN", "IS", "NULL", "TRUE", "FALSE",
          "DIV");
  private static final Set<String> GEOMETRIES =
      Set.of(
          "POINT",
          "LINESTRING",
          "POLYGON",
          "MULTIPOINT",
          "MULTILINESTRING",
          "MULTIPOLYGON",
          "GEOMETRYCOLLECTION");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z_:\\u0080-\\uFFFE][A-Za-z0-9_:.$\\u0080-\\uFFFE]*");
  private static final Pattern NUMBER =
      Pattern.compile("(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");
  private static final Pattern SIGN = Pattern.compile("<>|!=|<=|>=|[=<>+\\-*/%^(),]");
  private static final String SPACE = " \t\r\n";

  private final String text;
  private final TokenCursor.Faults faults;
  private int at;

  private Cql2Lexer(String text, TokenCursor.Faults faults) {
    this.text = text;
    this.faults = faults;
  }

  static List<Token<Kind>> tokens(String text, TokenCursor.Faults faults) {
    Cql2Lexer lexer = new Cql2Lexer(text, faults);
    List<Token<Kind>> tokens = new ArrayList<>();
    Token<Kind> token;
    do {
      token = lexer.next();
      tokens.add(token);
    } while (!token.kind().isEnd());
    return tokens;
  }

  private Token<Kind> next() {
    while (at < text.length() && SPACE.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == text.length()) {
      return new Token<>(Kind.END, "", at);
    }
    char first = text.charAt(at);
    if (first == '\'') {
      return quoted(Kind.TEXT);
    }
    if (first == '"') {
      return quoted(Kind.QUOTED);
    }
    Matcher matcher = NAME.matcher(text).region(at, text.length());
    if (matcher.lookingAt()) {
      return take(wordKind(matcher.group()), matcher);
    }
    if (matcher.usePattern(NUMBER).lookingAt()) {
      return take(Kind.NUMBER, matcher);
    }
    if (matcher.usePattern(SIGN).lookingAt()) {
      return take(Kind.SIGN, matcher);
    }
    throw faults.at(
        at, "the character " + Character.toString(text.codePointAt(at)) + " is not expected here");
  }

  private static Kind wordKind(String word) {
    String upper = word.toUpperCase(Locale.ROOT);
    if (!word.chars().allMatch(c -> c < 0x80)) {
      return Kind.NAME;
    }
    return KEYWORDS.contains(upper)
        ? Kind.KEYWORD
        : GEOMETRIES.contains(upper) ? Kind.GEOMETRY : Kind.NAME;
  }

  private Token<Kind> take(Kind kind, Matcher matcher) {
    String found = matcher.group();
    Token<Kind> token =
        new Token<>(kind, kind == Kind.KEYWORD ? found.toUpperCase(Locale.ROOT) : found, at);
    at = matcher.end();
    return token;
  }

  private Token<Kind> quoted(Kind kind) {
    int start = at;
    QuotedText quoted =
        QuotedText.read(text, start)
            .orElseThrow(() -> faults.at(start, "the quote is never closed"));
    at = quoted.end();
    return new Token<>(kind, quoted.value(), start);
  }
}
