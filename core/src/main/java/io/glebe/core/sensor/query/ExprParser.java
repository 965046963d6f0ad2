package io.glebe.core.sensor.query;

import io.glebe.core.sensor.model.TimeSpan;
import io.glebe.core.sensor.query.QueryLexer.Kind;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Parses expressions by precedence: or, and, not, comparison, add, mul, unary minus. Nesting is
 * bounded: {@code -Dglebe.sensor.filter.levels}.
 */
final class ExprParser {
  static final int MAX_DEPTH = Integer.getInteger("glebe.sensor.filter.levels", 60);

  private static final Map<String, Integer> PRECEDENCE =
      Map.ofEntries(
          Map.entry("or", 1),
          Map.entry("and", 2),
          Map.entry("eq", 4),
          Map.entry("ne", 4),
          Map.entry("gt", 4),
          Map.entry("ge", 4),
          Map.entry("lt", 4),
          Map.entry("le", 4),
          Map.entry("in", 4),
          Map.entry("add", 5),
          Map.entry("sub", 5),
          Map.entry("mul", 6),
          Map.entry("div", 6),
          Map.entry("mod", 6));
  private static final int NOT = 3;
  private static final Set<String> NAME_AFTER = Set.of("/");

  private final TokenCursor<Kind> tokens;
  private int depth;

  ExprParser(TokenCursor<Kind> tokens) {
    this.tokens = tokens;
  }

  Expr expression() {
    return binary(1);
  }

  private Expr binary(int least) {
    deeper();
    Expr left = unary();
    while (true) {
      Token<Kind> token = tokens.peek();
      int precedence = token.kind() == Kind.WORD ? PRECEDENCE.getOrDefault(token.text(), 0) : 0;
      if (precedence < least || precedence == 0) {
        depth--;
        return left;
      }
      tokens.next();
      left =
          token.text().equals("in") && tokens.peek().is("(")
              ? new Expr.In(left, list(), token.at())
              : new Expr.Binary(token.text(), left, binary(precedence + 1), token.at());
    }
  }

  private void deeper() {
    if (++depth > MAX_DEPTH) {
      throw tokens.faultAt(tokens.peek().at(), "the nesting is too deep");
    }
  }

  private Expr unary() {
    Token<Kind> token = tokens.peek();
    if (token.is("not") && !NAME_AFTER.contains(tokens.after().text())) {
      tokens.next();
      return new Expr.Not(binary(NOT + 1), token.at());
    }
    if (token.is("-")) {
      tokens.next();
      deeper();
      Expr operand = unary();
      depth--;
      return new Expr.Negative(operand, token.at());
    }
    return primary();
  }

  private List<Expr> list() {
    tokens.expect("(");
    List<Expr> entries = new ArrayList<>();
    do {
      entries.add(binary(1));
    } while (tokens.accept(","));
    tokens.expect(")");
    return entries;
  }

  private Expr primary() {
    Token<Kind> token = tokens.next();
    return switch (token.kind()) {
      case TEXT -> new Expr.Text(token.text(), token.at());
      case WHOLE -> new Expr.Whole(Long.parseLong(token.text()), token.at());
      case FRACTION -> new Expr.Fraction(new BigDecimal(token.text()), token.at());
      case TIME -> time(token);
      case DATE ->
          valid(token, () -> new Expr.Date(LocalDate.parse(token.text()), token.at()), "a date");
      case CLOCK ->
          valid(
              token,
              () -> new Expr.Clock(LocalTime.parse(token.text()), token.at()),
              "a time of day");
      case TYPED -> typed(token);
      case WORD -> word(token);
      case SIGN -> parenthesized(token);
      case END -> throw tokens.fault(token, "an expression");
    };
  }

  private Expr parenthesized(Token<Kind> token) {
    if (!token.text().equals("(")) {
      throw tokens.fault(token, "an expression");
    }
    Expr inner = binary(1);
    tokens.expect(")");
    return inner;
  }

  private Expr time(Token<Kind> token) {
    return TimeSpan.parse(token.text())
        .map(span -> new Expr.Time(span, token.at()))
        .orElseThrow(() -> tokens.faultAt(token.at(), "this is no valid time"));
  }

  private Expr typed(Token<Kind> token) {
    int quote = token.text().indexOf('\'');
    String value = token.text().substring(quote + 1);
    return switch (token.text().substring(0, quote)) {
      case "duration" -> valid(token, () -> duration(value, token.at()), "a duration");
      case "datetime" -> time(new Token<>(Kind.TIME, value, token.at()));
      default -> new Expr.Shape(Shapes.parse(tokens, value, token.at()), token.at());
    };
  }

  private static Expr duration(String text, int at) {
    boolean negative = text.startsWith("-");
    String plain = negative ? text.substring(1) : text;
    int time = plain.indexOf('T');
    String days = time < 0 ? plain : plain.substring(0, time);
    Period period = days.equals("P") ? Period.ZERO : Period.parse(days);
    Duration exact = time < 0 ? Duration.ZERO : Duration.parse("P" + plain.substring(time));
    return new Expr.Span(
        negative ? period.negated() : period, negative ? exact.negated() : exact, at);
  }

  private <T> T valid(Token<Kind> token, Supplier<T> parse, String what) {
    try {
      return parse.get();
    } catch (DateTimeException | ArithmeticException e) {
      throw tokens.faultAt(token.at(), "this is not " + what);
    }
  }

  private Expr word(Token<Kind> token) {
    return switch (token.text()) {
      case "true" -> new Expr.Bool(true, token.at());
      case "false" -> new Expr.Bool(false, token.at());
      case "null" -> new Expr.Null(token.at());
      default -> tokens.peek().is("(") ? call(token) : path(token);
    };
  }

  private Expr call(Token<Kind> name) {
    tokens.expect("(");
    List<Expr> arguments = new ArrayList<>();
    if (!tokens.accept(")")) {
      do {
        arguments.add(binary(1));
      } while (tokens.accept(","));
      tokens.expect(")");
    }
    return new Expr.Call(name.text(), arguments, name.at());
  }

  private Expr path(Token<Kind> first) {
    List<String> names = new ArrayList<>();
    names.add(first.text());
    indexes(names);
    while (tokens.accept("/")) {
      Token<Kind> token = tokens.next();
      if (token.kind() != Kind.WORD && token.kind() != Kind.WHOLE) {
        throw tokens.fault(token, "a name");
      }
      if (QueryLexer.LAMBDAS.contains(token.text()) && tokens.peek().is("(")) {
        return lambda(new Expr.Path(List.copyOf(names), first.at()), token);
      }
      names.add(token.text());
      indexes(names);
    }
    return new Expr.Path(List.copyOf(names), first.at());
  }

  /** Entries of arrays: {@code properties/a[0][1]}. */
  private void indexes(List<String> names) {
    while (tokens.accept("[")) {
      names.add(tokens.expect(Kind.WHOLE).text());
      tokens.expect("]");
    }
  }

  private Expr lambda(Expr.Path collection, Token<Kind> operator) {
    boolean all = operator.text().equals("all");
    tokens.expect("(");
    if (!all && tokens.accept(")")) {
      return new Expr.Lambda(collection, false, "", Optional.empty(), operator.at());
    }
    String variable = tokens.expect(Kind.WORD).text();
    tokens.expect(":");
    Expr condition = binary(1);
    tokens.expect(")");
    return new Expr.Lambda(collection, all, variable, Optional.of(condition), operator.at());
  }
}
