package io.glebe.tile.band;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recursive descent parser that translates an expression to the steps of a stack machine:
 *
 * <pre>
 * comparison := sum [ ("&lt;" | "&lt;=" | "&gt;" | "&gt;=" | "==" | "!=") sum ]
 * sum := product { ("+" | "-") product }
 * product := sign { ("*" | "/") sign }
 * sign := { "-" | "+" } power
 * power := atom [ ("^" | "**") sign ]
 * atom := number | band | function "(" comparison { "," comparison } ")" | "(" comparison ")"
 * </pre>
 */
final class BandParser {
  private static final Map<String, BandOp> FUNCTIONS =
      Stream.of(
              BandOp.POWER,
              BandOp.MINIMUM,
              BandOp.MAXIMUM,
              BandOp.ABSOLUTE,
              BandOp.ROOT,
              BandOp.LOGARITHM,
              BandOp.EXPONENTIAL,
              BandOp.WHERE)
          .collect(Collectors.toUnmodifiableMap(BandOp::symbol, Function.identity()));

  /** Longer operators come first. */
  private static final List<BandOp> COMPARISONS =
      List.of(
          BandOp.LESS_EQUAL,
          BandOp.GREATER_EQUAL,
          BandOp.EQUAL,
          BandOp.NOT_EQUAL,
          BandOp.LESS,
          BandOp.GREATER);

  private final String text;
  private final List<String> names;
  private final List<String> bands = new ArrayList<>();
  private final List<BandOp> steps = new ArrayList<>();
  private final List<Float> operands = new ArrayList<>();
  private int at;
  private int depth;
  private int nesting;

  BandParser(String text, List<String> names) {
    this.text = text;
    this.names = names;
  }

  BandMath parse() {
    if (text.length() > BandProgramLimits.LENGTH) {
      throw fault(
          "the expression is longer than " + BandProgramLimits.LENGTH, BandProgramLimits.LENGTH);
    }
    comparison();
    skipSpace();
    if (at < text.length()) {
      throw fault("unexpected " + unexpected(), at);
    }
    float[] values = new float[operands.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = operands.get(i);
    }
    return new BandMath(text, bands, steps.toArray(BandOp[]::new), values);
  }

  private void comparison() {
    enter();
    sum();
    for (BandOp op : COMPARISONS) {
      if (accept(op.symbol())) {
        sum();
        emit(op, 0);
        break;
      }
    }
    nesting--;
  }

  private void sum() {
    product();
    while (true) {
      if (accept("+")) {
        product();
        emit(BandOp.ADD, 0);
      } else if (accept("-")) {
        product();
        emit(BandOp.SUBTRACT, 0);
      } else {
        return;
      }
    }
  }

  private void product() {
    sign();
    while (true) {
      if (accept("*")) {
        sign();
        emit(BandOp.MULTIPLY, 0);
      } else if (accept("/")) {
        sign();
        emit(BandOp.DIVIDE, 0);
      } else {
        return;
      }
    }
  }

  private void sign() {
    boolean negative = false;
    for (int signs = 0; ; signs++) {
      if (accept("-")) {
        negative = !negative;
      } else if (!accept("+")) {
        break;
      }
      requireStep(signs);
    }
    power();
    if (negative) {
      emit(BandOp.NEGATE, 0);
    }
  }

  private void power() {
    enter();
    atom();
    if (accept("^") || accept("**")) {
      sign();
      emit(BandOp.POWER, 0);
    }
    nesting--;
  }

  private void atom() {
    skipSpace();
    if (accept("(")) {
      comparison();
      expect(")");
      return;
    }
    if (at == text.length()) {
      throw fault("the expression ends too early", at);
    }
    char c = text.charAt(at);
    if (c >= '0' && c <= '9' || c == '.') {
      number();
    } else if (isNamePart(c)) {
      name();
    } else {
      throw fault("expected a number, a band or a function, found '" + c + "'", at);
    }
  }

  private void number() {
    int start = at;
    digits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) | 32) == 'e') {
      at++;
      if (at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      digits();
    }
    try {
      float value = Float.parseFloat(text.substring(start, at));
      if (!Float.isFinite(value)) {
        throw fault("the number is too large", start);
      }
      emit(BandOp.CONSTANT, value);
    } catch (NumberFormatException malformed) {
      throw fault("malformed number", start);
    }
  }

  private void digits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }

  private void name() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    String name = text.substring(start, at);
    if (accept("(")) {
      call(name, start);
      return;
    }
    if (!names.contains(name)) {
      throw fault("unknown band '" + name + "'", start);
    }
    int band = bands.indexOf(name);
    if (band < 0) {
      band = bands.size();
      bands.add(name);
      if (bands.size() > BandProgramLimits.BANDS) {
        throw fault("more than " + BandProgramLimits.BANDS + " bands", start);
      }
    }
    emit(BandOp.LOAD, band);
  }

  private void call(String name, int start) {
    BandOp op = FUNCTIONS.get(name);
    if (op == null) {
      throw fault("unknown function '" + name + "'", start);
    }
    for (int i = 0; i < op.operands(); i++) {
      if (i > 0) {
        expect(",");
      }
      comparison();
    }
    expect(")");
    emit(op, 0);
  }

  private void emit(BandOp op, float operand) {
    requireStep(steps.size());
    steps.add(op);
    operands.add(operand);
    depth += 1 - op.operands();
    if (depth > BandProgramLimits.DEPTH) {
      throw fault("nested too deep", at);
    }
  }

  /** Fails when there are as many steps, or signs in a row, as there may be. */
  private void requireStep(int steps) {
    if (steps >= BandProgramLimits.STEPS) {
      throw fault("more than " + BandProgramLimits.STEPS + " steps", at);
    }
  }

  private void enter() {
    if (++nesting > BandProgramLimits.DEPTH * 2) {
      throw fault("nested too deep", at);
    }
  }

  /** A single star must not match the first half of a power operator. */
  private boolean accept(String symbol) {
    skipSpace();
    if (!text.startsWith(symbol, at) || symbol.equals("*") && text.startsWith("**", at)) {
      return false;
    }
    at += symbol.length();
    return true;
  }

  private void expect(String symbol) {
    if (!accept(symbol)) {
      throw fault("expected '" + symbol + "', found " + unexpected(), at);
    }
  }

  private String unexpected() {
    return at < text.length() ? "'" + Character.toString(text.codePointAt(at)) + "'" : "the end";
  }

  private void skipSpace() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  private static ExpressionException fault(String reason, int position) {
    return new ExpressionException(reason, position);
  }
}
