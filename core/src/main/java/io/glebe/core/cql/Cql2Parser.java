package io.glebe.core.cql;

import io.glebe.core.cql.Cql2Lexer.Kind;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parses CQL2 text by precedence: or, and, not, comparison, add, multiply, power, unary minus. The
 * lexer limits the nesting before.
 */
final class Cql2Parser {
  private static final Set<String> COMPARISONS = Set.of("=", "<>", "!=", "<", "<=", ">", ">=");
  private static final Set<String> SUMS = Set.of("+", "-");
  private static final Set<String> PRODUCTS = Set.of("*", "/", "%", "DIV");

  private final String text;
  private final TokenCursor<Kind> tokens;

  Cql2Parser(String text, TokenCursor<Kind> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  /**
   * An expression.
   *
   * @param condition whether it is a condition, which cannot be an operand of a comparison
   */
  private record Parsed(Cql node, boolean condition) {
    static Parsed scalar(Cql node) {
      return new Parsed(node, false);
    }
  }

  /** Parses the whole text. */
  Cql filter() {
    Parsed filter = or();
    tokens.expectEnd();
    return filter.node();
  }

  private Parsed or() {
    Parsed left = and();
    while (tokens.accept("OR")) {
      List<Cql> terms = new ArrayList<>();
      if (left.node() instanceof Cql.Or(List<Cql> before)) {
        terms.addAll(before);
      } else {
        terms.add(left.node());
      }
      terms.add(and().node());
      left = new Parsed(new Cql.Or(terms), true);
    }
    return left;
  }

  private Parsed and() {
    Parsed left = not();
    while (tokens.accept("AND")) {
      List<Cql> terms = new ArrayList<>();
      if (left.node() instanceof Cql.And(List<Cql> before)) {
        terms.addAll(before);
      } else {
        terms.add(left.node());
      }
      terms.add(not().node());
      left = new Parsed(new Cql.And(terms), true);
    }
    return left;
  }

  private Parsed not() {
    return tokens.accept("NOT") ? new Parsed(new Cql.Not(not().node()), true) : predicate();
  }

  private Parsed predicate() {
    Parsed subject = sum();
    if (subject.condition()) {
      return subject;
    }
    Token<Kind> token = tokens.peek();
    if (token.kind() == Kind.SIGN && COMPARISONS.contains(token.text())) {
      tokens.next();
      return new Parsed(
          new Cql.Comparison(Cql.Comparator.of(token.text()), subject.node(), scalar()), true);
    }
    if (tokens.accept("IS")) {
      boolean negated = tokens.accept("NOT");
      tokens.expect("NULL");
      return negated(negated, new Cql.IsNull(subject.node()));
    }
    boolean negated = tokens.accept("NOT");
    if (tokens.accept("LIKE")) {
      return negated(negated, like(subject.node(), false));
    }
    if (tokens.accept("ILIKE")) {
      return negated(negated, like(subject.node(), true));
    }
    if (tokens.accept("BETWEEN")) {
      Cql low = scalar();
      tokens.expect("AND");
      return negated(negated, new Cql.Between(subject.node(), low, scalar()));
    }
    if (tokens.accept("IN")) {
      tokens.expect("(");
      return negated(negated, new Cql.In(subject.node(), scalars()));
    }
    if (negated) {
      throw tokens.fault(tokens.peek(), "LIKE, ILIKE, BETWEEN or IN");
    }
    return subject;
  }

  private static Parsed negated(boolean not, Cql term) {
    return new Parsed(not ? new Cql.Not(term) : term, true);
  }

  private Cql like(Cql subject, boolean ignoreCase) {
    Token<Kind> start = tokens.peek();
    Cql pattern = scalar();
    boolean folded = pattern instanceof Cql.CaseI;
    if (pattern instanceof Cql.CaseI(Cql inner)) {
      pattern = inner;
    }
    if (!(pattern instanceof Cql.Text(String expected))) {
      throw tokens.faultAt(start.at(), "a pattern in single quotes is expected");
    }
    return new Cql.Like(subject, expected, ignoreCase || folded);
  }

  /** Parses values separated by commas up to the closing parenthesis. */
  private List<Cql> scalars() {
    List<Cql> values = new ArrayList<>();
    do {
      values.add(scalar());
    } while (tokens.accept(","));
    tokens.expect(")");
    return List.copyOf(values);
  }

  private Cql scalar() {
    Token<Kind> start = tokens.peek();
    return value(sum(), start);
  }

  private Cql value(Parsed parsed, Token<Kind> start) {
    if (parsed.condition()) {
      throw tokens.faultAt(start.at(), "a value is expected, not a condition");
    }
    return parsed.node();
  }

  private Parsed sum() {
    Token<Kind> start = tokens.peek();
    Parsed left = product();
    while (isOperator(SUMS)) {
      char operator = tokens.next().text().charAt(0);
      Token<Kind> second = tokens.peek();
      left =
          Parsed.scalar(new Cql.Arithmetic(operator, value(left, start), value(product(), second)));
    }
    return left;
  }

  private Parsed product() {
    Token<Kind> start = tokens.peek();
    Parsed left = power();
    while (isOperator(PRODUCTS)) {
      String sign = tokens.next().text();
      char operator = sign.equals("DIV") ? 'd' : sign.charAt(0);
      Token<Kind> second = tokens.peek();
      left =
          Parsed.scalar(new Cql.Arithmetic(operator, value(left, start), value(power(), second)));
    }
    return left;
  }

  private boolean isOperator(Set<String> signs) {
    Token<Kind> token = tokens.peek();
    return token.kind().isLiteral() && signs.contains(token.text());
  }

  /** Powers associate to the right: {@code 2 ^ 3 ^ 2} is {@code 2 ^ (3 ^ 2)}. */
  private Parsed power() {
    Token<Kind> start = tokens.peek();
    Parsed base = unary();
    if (!tokens.peek().is("^")) {
      return base;
    }
    List<Cql> operands = new ArrayList<>();
    operands.add(value(base, start));
    while (tokens.accept("^")) {
      Token<Kind> next = tokens.peek();
      operands.add(value(unary(), next));
    }
    Cql result = operands.getLast();
    for (Cql operand : operands.reversed().subList(1, operands.size())) {
      result = new Cql.Arithmetic('^', operand, result);
    }
    return Parsed.scalar(result);
  }

  private Parsed unary() {
    if (!tokens.accept("-")) {
      return primary();
    }
    Token<Kind> start = tokens.peek();
    Cql operand = value(unary(), start);
    return Parsed.scalar(
        operand instanceof Cql.Number(BigDecimal number)
            ? new Cql.Number(number.negate())
            : new Cql.Arithmetic('-', new Cql.Number(BigDecimal.ZERO), operand));
  }

  private Parsed primary() {
    Token<Kind> token = tokens.next();
    return switch (token.kind()) {
      case NUMBER -> Parsed.scalar(number(token));
      case TEXT -> Parsed.scalar(new Cql.Text(token.text()));
      case QUOTED -> Parsed.scalar(new Cql.Property(token.text()));
      case GEOMETRY -> Parsed.scalar(place(token));
      case NAME -> Parsed.scalar(tokens.accept("(") ? call(token) : new Cql.Property(token.text()));
      case KEYWORD, SIGN -> literal(token);
      case END -> throw tokens.fault(token, "an expression");
    };
  }

  private Parsed literal(Token<Kind> token) {
    return switch (token.text()) {
      case "TRUE" -> Parsed.scalar(new Cql.Truth(true));
      case "FALSE" -> Parsed.scalar(new Cql.Truth(false));
      case "(" -> {
        Parsed inner = or();
        tokens.expect(")");
        yield inner;
      }
      default -> throw tokens.fault(token, "an expression");
    };
  }

  private Cql number(Token<Kind> token) {
    String digits = token.text();
    try {
      BigDecimal value = new BigDecimal(digits);
      if (digits.length() <= 100 && Math.abs((long) value.scale()) <= 400) {
        return new Cql.Number(value);
      }
    } catch (NumberFormatException e) {
      // an exponent beyond the range of int: reported like the other long numbers
    }
    throw tokens.faultAt(token.at(), "the number is too long");
  }

  private Cql call(Token<Kind> name) {
    List<Cql> arguments = tokens.accept(")") ? List.of() : scalars();
    try {
      return Calls.build(name.text(), arguments);
    } catch (CqlFault e) {
      throw tokens.faultAt(name.at(), e.detail());
    }
  }

  private Cql place(Token<Kind> start) {
    int end = geometry();
    try {
      return new Cql.Place(WellKnownText.read(text.substring(start.at(), end)));
    } catch (CqlFault e) {
      throw tokens.faultAt(start.at(), e.detail());
    }
  }

  /** Skips a geometry after its type; returns the position behind it. */
  private int geometry() {
    if (tokens.peek().kind() == Kind.NAME) {
      tokens.next();
    }
    return coordinates();
  }

  private int coordinates() {
    tokens.expect("(");
    do {
      if (tokens.peek().is("(")) {
        coordinates();
      } else if (tokens.peek().kind() == Kind.GEOMETRY) {
        tokens.next();
        geometry();
      } else {
        ordinates();
      }
    } while (tokens.accept(","));
    return tokens.expect(")").at() + 1;
  }

  private void ordinates() {
    do {
      tokens.accept("-");
      tokens.expect(Kind.NUMBER);
    } while (tokens.peek().is("-") || tokens.peek().kind() == Kind.NUMBER);
  }
}
