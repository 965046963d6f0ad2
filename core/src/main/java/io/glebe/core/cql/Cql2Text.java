package io.glebe.core.cql;

import io.glebe.core.problem.Problem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/**
 * Parses CQL2 text: {@code Cql filter = Cql2Text.parse("crop = 'wheat' AND area > 2")}. An invalid
 * filter fails with a 400 problem that gives the position and the expected input.
 */
public final class Cql2Text {
  /** Maximum length of a filter in characters. */
  public static final int MAX_CHARACTERS = 10_000;

  /** Maximum nesting of parentheses, and maximum number of consecutive NOT and minus signs. */
  public static final int MAX_DEPTH = 50;

  private Cql2Text() {}

  /** Parses the filter into a syntax tree. */
  public static Cql parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw fault("is longer than " + MAX_CHARACTERS + " characters");
    }
    Cql2Lexer lexer = new Cql2Lexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    lexer.addErrorListener(LISTENER);
    CommonTokenStream tokens = new CommonTokenStream(lexer);
    tokens.fill();
    checkDepth(tokens);
    Cql2Parser parser = new Cql2Parser(tokens);
    parser.removeErrorListeners();
    parser.addErrorListener(LISTENER);
    return new Builder().visit(parser.filter().condition());
  }

  private static Problem fault(String detail) {
    return Problem.malformedParameter("filter", detail);
  }

  private static Problem faultAt(int line, int column, String detail) {
    String place = line > 1 ? "at line " + line + ", character " : "at character ";
    return fault(place + (column + 1) + ": " + detail);
  }

  private static void checkDepth(CommonTokenStream tokens) {
    int depth = 0;
    int run = 0;
    for (Token token : tokens.getTokens()) {
      int type = token.getType();
      depth += type == Cql2Lexer.LP ? 1 : type == Cql2Lexer.RP ? -1 : 0;
      run =
          type == Cql2Lexer.NOT || type == Cql2Lexer.MINUS || type == Cql2Lexer.POWER ? run + 1 : 0;
      if (depth > MAX_DEPTH || run > MAX_DEPTH) {
        throw faultAt(
            token.getLine(), token.getCharPositionInLine(), "nested deeper than " + MAX_DEPTH);
      }
    }
  }

  private static final BaseErrorListener LISTENER =
      new BaseErrorListener() {
        @Override
        public void syntaxError(
            Recognizer<?, ?> recognizer,
            Object offending,
            int line,
            int column,
            String message,
            RecognitionException e) {
          throw faultAt(line, column, message);
        }
      };

  /**
   * Converts the parse tree into {@link Cql} nodes. Semantic errors become problems with a
   * position.
   */
  private static final class Builder extends Cql2BaseVisitor<Cql> {
    @Override
    public Cql visitNot(Cql2Parser.NotContext at) {
      return new Cql.Not(visit(at.condition()));
    }

    @Override
    public Cql visitAnd(Cql2Parser.AndContext at) {
      List<Cql> terms = new ArrayList<>();
      Cql left = visit(at.condition(0));
      if (left instanceof Cql.And(List<Cql> before)) {
        terms.addAll(before);
      } else {
        terms.add(left);
      }
      terms.add(visit(at.condition(1)));
      return new Cql.And(terms);
    }

    @Override
    public Cql visitOr(Cql2Parser.OrContext at) {
      List<Cql> terms = new ArrayList<>();
      Cql left = visit(at.condition(0));
      if (left instanceof Cql.Or(List<Cql> before)) {
        terms.addAll(before);
      } else {
        terms.add(left);
      }
      terms.add(visit(at.condition(1)));
      return new Cql.Or(terms);
    }

    @Override
    public Cql visitComparison(Cql2Parser.ComparisonContext at) {
      return new Cql.Comparison(
          Cql.Comparator.of(at.op.getText()), visit(at.left), visit(at.right));
    }

    @Override
    public Cql visitLike(Cql2Parser.LikeContext at) {
      boolean ignoreCase = at.op.getType() == Cql2Lexer.ILIKE;
      Cql pattern = visit(at.pattern);
      if (pattern instanceof Cql.CaseI(Cql inner)) {
        ignoreCase = true;
        pattern = inner;
      }
      if (!(pattern instanceof Cql.Text(String text))) {
        throw faultAt(at.pattern, "a pattern in single quotes is expected");
      }
      return negated(at.NOT() != null, new Cql.Like(visit(at.subject), text, ignoreCase));
    }

    @Override
    public Cql visitBetween(Cql2Parser.BetweenContext at) {
      return negated(
          at.NOT() != null, new Cql.Between(visit(at.subject), visit(at.low), visit(at.high)));
    }

    @Override
    public Cql visitIn(Cql2Parser.InContext at) {
      List<Cql> items =
          at.scalar().stream().filter(item -> !item.equals(at.subject)).map(this::visit).toList();
      return negated(at.NOT() != null, new Cql.In(visit(at.subject), items));
    }

    @Override
    public Cql visitIsNull(Cql2Parser.IsNullContext at) {
      return negated(at.NOT() != null, new Cql.IsNull(visit(at.subject)));
    }

    @Override
    public Cql visitTruth(Cql2Parser.TruthContext at) {
      return visit(at.scalar());
    }

    @Override
    public Cql visitGroup(Cql2Parser.GroupContext at) {
      return visit(at.condition());
    }

    @Override
    public Cql visitNested(Cql2Parser.NestedContext at) {
      return visit(at.scalar());
    }

    @Override
    public Cql visitNegative(Cql2Parser.NegativeContext at) {
      Cql operand = visit(at.scalar());
      return operand instanceof Cql.Number(BigDecimal value)
          ? new Cql.Number(value.negate())
          : new Cql.Arithmetic('-', new Cql.Number(BigDecimal.ZERO), operand);
    }

    @Override
    public Cql visitArithmetic(Cql2Parser.ArithmeticContext at) {
      char operator = at.op.getType() == Cql2Lexer.DIV ? 'd' : at.op.getText().charAt(0);
      return new Cql.Arithmetic(operator, visit(at.scalar(0)), visit(at.scalar(1)));
    }

    @Override
    public Cql visitCall(Cql2Parser.CallContext at) {
      List<Cql> arguments = at.scalar().stream().map(this::visit).toList();
      try {
        return Calls.build(at.NAME().getText(), arguments);
      } catch (CqlFault e) {
        throw faultAt(at, e.detail());
      }
    }

    @Override
    public Cql visitPlace(Cql2Parser.PlaceContext at) {
      int from = at.getStart().getStartIndex();
      int to = at.getStop().getStopIndex();
      String wkt =
          at.getStart().getInputStream().getText(org.antlr.v4.runtime.misc.Interval.of(from, to));
      try {
        Geometry geometry = new WKTReader().read(wkt);
        return new Cql.Place(geometry);
      } catch (ParseException | IllegalArgumentException e) {
        throw faultAt(at, "this is no geometry in well-known text: " + e.getMessage());
      }
    }

    @Override
    public Cql visitTruthValue(Cql2Parser.TruthValueContext at) {
      return new Cql.Truth(at.TRUE() != null);
    }

    @Override
    public Cql visitNumber(Cql2Parser.NumberContext at) {
      String digits = at.getText();
      BigDecimal value = new BigDecimal(digits);
      if (digits.length() > 100 || Math.abs((long) value.scale()) > 400) {
        throw faultAt(at, "the number is too long");
      }
      return new Cql.Number(value);
    }

    @Override
    public Cql visitText(Cql2Parser.TextContext at) {
      String quoted = at.getText();
      return new Cql.Text(quoted.substring(1, quoted.length() - 1).replace("''", "'"));
    }

    @Override
    public Cql visitProperty(Cql2Parser.PropertyContext at) {
      String name = at.getText();
      return new Cql.Property(
          Optional.of(name)
              .filter(quoted -> quoted.startsWith("\""))
              .map(quoted -> quoted.substring(1, quoted.length() - 1).replace("\"\"", "\""))
              .orElse(name));
    }

    private static Cql negated(boolean not, Cql term) {
      return not ? new Cql.Not(term) : term;
    }

    private static Problem faultAt(ParserRuleContext at, String detail) {
      Token start = at.getStart();
      return Cql2Text.faultAt(start.getLine(), start.getCharPositionInLine(), detail);
    }
  }
}
