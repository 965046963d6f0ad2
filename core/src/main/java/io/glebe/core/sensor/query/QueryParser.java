package io.glebe.core.sensor.query;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryLexer.Kind;
import io.glebe.core.syntax.Token;
import io.glebe.core.syntax.TokenCursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Parses the query options of a request: {@code QueryParser.parse(Map.of("$top", "5"), 100)}. */
public final class QueryParser {
  private static final int MAX_EXPAND_DEPTH = 8;
  private static final int MAX_EXPANDS = 40;

  private OptionalInt top = OptionalInt.empty();
  private int skip;
  private boolean count;
  private Optional<Expr> filter = Optional.empty();
  private List<QueryOptions.Order> order = List.of();
  private List<String> select = List.of();
  private List<QueryOptions.Expand> expand = List.of();
  private Optional<String> token = Optional.empty();
  private QueryOptions.Format format = QueryOptions.Format.ENTITIES;
  private final Map<String, String> raw = new LinkedHashMap<>();
  private final int depth;

  private QueryParser(int depth) {
    this.depth = depth;
  }

  /**
   * Parses options by their names with {@code $}; unknown and invalid ones fail with a 400 problem.
   *
   * @param characters maximum length of the text of one option
   */
  public static QueryOptions parse(Map<String, String> options, int characters) {
    QueryParser parser = new QueryParser(0);
    options.forEach(
        (name, text) -> {
          if (text.length() > characters) {
            throw QueryFault.at(name, characters, "the option is too long");
          }
          parser.option(name, text);
        });
    return parser.result();
  }

  private void option(String name, String text) {
    switch (name) {
      case "$skiptoken" -> token = Optional.of(text);
      case "$resultFormat" -> {
        format =
            switch (text) {
              case "dataArray" -> QueryOptions.Format.DATA_ARRAY;
              case "CSV", "csv" -> QueryOptions.Format.CSV;
              default -> throw QueryFault.at(name, 0, "dataArray and CSV are known");
            };
      }
      default -> {
        TokenCursor<Kind> tokens = QueryLexer.cursor(name, text);
        read(name, tokens);
        tokens.expectEnd();
      }
    }
    raw.put(name, text);
  }

  private void read(String name, TokenCursor<Kind> tokens) {
    switch (name) {
      case "$top" -> top = OptionalInt.of(number(tokens));
      case "$skip" -> skip = number(tokens);
      case "$count" -> count = flag(tokens);
      case "$filter" -> filter = Optional.of(new ExprParser(tokens).expression());
      case "$orderby" -> order = order(tokens);
      case "$select" -> select = select(tokens);
      case "$expand" -> expand = expand(tokens);
      default ->
          throw Problem.malformedParameter(
              name,
              "is no query option here; known are $top, $skip, $count, $filter, $orderby, $select,"
                  + " $expand, $resultFormat");
    }
  }

  private QueryOptions result() {
    return new QueryOptions(top, skip, count, filter, order, select, expand, token, format, raw);
  }

  private static int number(TokenCursor<Kind> tokens) {
    Token<Kind> token = tokens.expect(Kind.WHOLE);
    long value = Long.parseLong(token.text());
    if (value > QueryOptions.MAX_NUMBER) {
      throw tokens.faultAt(token.at(), "the number is too large");
    }
    return (int) value;
  }

  private static boolean flag(TokenCursor<Kind> tokens) {
    Token<Kind> token = tokens.next();
    if (!token.is("true") && !token.is("false")) {
      throw tokens.fault(token, "true or false");
    }
    return token.text().equals("true");
  }

  private static List<QueryOptions.Order> order(TokenCursor<Kind> tokens) {
    List<QueryOptions.Order> keys = new ArrayList<>();
    do {
      Expr key = new ExprParser(tokens).expression();
      boolean descending = tokens.accept("desc");
      if (!descending) {
        tokens.accept("asc");
      }
      keys.add(new QueryOptions.Order(key, descending));
    } while (tokens.accept(","));
    return keys;
  }

  private static List<String> select(TokenCursor<Kind> tokens) {
    List<String> names = new ArrayList<>();
    do {
      StringBuilder name = new StringBuilder(tokens.expect(Kind.WORD).text());
      while (tokens.accept("/")) {
        name.append('/').append(tokens.expect(Kind.WORD).text());
      }
      names.add(name.toString());
    } while (tokens.accept(","));
    if (names.size() > QueryOptions.MAX_SELECTED) {
      throw tokens.faultAt(tokens.peek().at(), "at most " + QueryOptions.MAX_SELECTED + " names");
    }
    return names;
  }

  private List<QueryOptions.Expand> expand(TokenCursor<Kind> tokens) {
    if (depth >= MAX_EXPAND_DEPTH) {
      throw tokens.faultAt(tokens.peek().at(), "the nesting is too deep");
    }
    List<QueryOptions.Expand> all = new ArrayList<>();
    do {
      merge(all, one(tokens, depth + 1));
    } while (tokens.accept(","));
    if (all.size() > MAX_EXPANDS) {
      throw tokens.faultAt(tokens.peek().at(), "too many navigations");
    }
    return all;
  }

  private static QueryOptions.Expand one(TokenCursor<Kind> tokens, int depth) {
    if (depth > MAX_EXPAND_DEPTH) {
      throw tokens.faultAt(tokens.peek().at(), "the nesting is too deep");
    }
    Token<Kind> name = tokens.expect(Kind.WORD);
    if (tokens.accept("/")) {
      QueryOptions.Expand inner = one(tokens, depth + 1);
      QueryParser outer = new QueryParser(depth);
      outer.expand = List.of(inner);
      return new QueryOptions.Expand(name.text(), outer.result(), name.at());
    }
    QueryOptions options = QueryOptions.NONE;
    if (tokens.accept("(")) {
      options = nested(tokens, depth);
      tokens.expect(")");
    }
    return new QueryOptions.Expand(name.text(), options, name.at());
  }

  private static QueryOptions nested(TokenCursor<Kind> tokens, int depth) {
    QueryParser parser = new QueryParser(depth);
    do {
      Token<Kind> name = tokens.expect(Kind.WORD);
      tokens.expect("=");
      int from = tokens.peek().at();
      parser.read(name.text(), tokens);
      parser.raw.put(name.text(), tokens.textSince(from));
    } while (tokens.accept(";"));
    return parser.result();
  }

  /** {@code A/B,A/C} expands A once with both. */
  private static void merge(List<QueryOptions.Expand> all, QueryOptions.Expand one) {
    for (int i = 0; i < all.size(); i++) {
      QueryOptions.Expand other = all.get(i);
      if (other.name().equals(one.name())) {
        QueryOptions a = other.options();
        List<QueryOptions.Expand> both = new ArrayList<>(a.expand());
        one.options().expand().forEach(inner -> merge(both, inner));
        QueryOptions merged =
            new QueryOptions(
                a.top(),
                a.skip(),
                a.count(),
                a.filter(),
                a.order(),
                a.select(),
                both,
                a.token(),
                a.format(),
                a.raw());
        all.set(i, new QueryOptions.Expand(one.name(), merged, other.at()));
        return;
      }
    }
    all.add(one);
  }
}
