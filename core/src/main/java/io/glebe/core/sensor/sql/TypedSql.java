package io.glebe.core.sensor.sql;

import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.query.QueryFault;
import io.glebe.core.sensor.sql.Typed.Type;
import java.util.Map;
import java.util.Objects;

/** Converts, compares and calculates with typed SQL expressions. */
final class TypedSql {
  private static final Map<String, String> COMPARISONS =
      Map.of("eq", "=", "ne", "<>", "lt", "<", "le", "<=", "gt", ">", "ge", ">=");
  private static final Map<String, String> ARITHMETIC = Map.of("add", "+", "sub", "-", "mul", "*");

  private final String option;

  /**
   * @param option name of the option for error messages
   */
  TypedSql(String option) {
    this.option = option;
  }

  static boolean isComparison(String operator) {
    return COMPARISONS.containsKey(operator);
  }

  private Problem fault(int at, String detail) {
    return QueryFault.at(option, at, detail);
  }

  /** Returns a condition; 400 when the value is not boolean. */
  String bool(Typed typed, int at) {
    return switch (typed.type()) {
      case BOOL -> typed.sql();
      case DYNAMIC ->
          "(case when jsonb_typeof("
              + typed.sql()
              + ") = 'boolean' then ("
              + typed.sql()
              + ")::boolean end)";
      default -> throw fault(at, "a condition is expected, not " + typed.type().words());
    };
  }

  /** Converts a value to a type; 400 when that is not possible. */
  Typed to(Type wanted, Typed given, int at) {
    boolean span = wanted == Type.SPAN && given.type() == Type.TIME;
    boolean period = wanted == Type.PERIOD && given.type() == Type.SPAN;
    if (given.type() == wanted || span || period) {
      return given;
    }
    if (wanted == Type.TIME && given.type() == Type.SPAN) {
      return Typed.of(Type.TIME, given.start());
    }
    if (given.type() == Type.DYNAMIC) {
      return switch (wanted) {
        case NUMBER -> Typed.of(Type.NUMBER, given.other());
        case TEXT -> Typed.of(Type.TEXT, scalar(json(given)));
        case BOOL -> Typed.of(Type.BOOL, bool(given, at));
        default -> throw mismatch(wanted, given, at);
      };
    }
    if (given.type() == Type.NULL) {
      return Typed.missing(wanted);
    }
    throw mismatch(wanted, given, at);
  }

  /** The text of a JSON value that is no object and no array. */
  private static String scalar(String json) {
    return "(case when jsonb_typeof("
        + json
        + ") in ('string', 'number', 'boolean') then "
        + json
        + " #>> '{}' end)";
  }

  /** Returns the condition that a JSON array contains a value. */
  String contains(Typed array, Typed value, int at) {
    if (array.type() != Type.DYNAMIC || value.type() == Type.GEO || value.type() == Type.SPAN) {
      throw fault(at, "in is followed by a list, or by a path to an array");
    }
    String json = json(array);
    String entry =
        switch (value.type()) {
          case DYNAMIC -> json(value);
          case NULL -> "'null'::jsonb";
          default -> "to_jsonb(" + value.sql() + ")";
        };
    return "(case when jsonb_typeof("
        + json
        + ") = 'array' then "
        + json
        + " @> "
        + entry
        + " end)";
  }

  private Problem mismatch(Type wanted, Typed given, int at) {
    return fault(at, wanted.words() + " is expected, not " + given.type().words());
  }

  /** Compares two values; 400 when their types cannot be compared. */
  String compare(String operator, Typed left, Typed right, int at) {
    if (left.type() == Type.NULL || right.type() == Type.NULL) {
      return nullness(operator, left.type() == Type.NULL ? right : left, at);
    }
    if (left.type() == Type.DYNAMIC && right.type() == Type.DYNAMIC) {
      return trees(operator, json(left), json(right));
    }
    if (isTemporal(left) && isTemporal(right)) {
      return moments(operator, left, right);
    }
    Type common = left.type() == Type.DYNAMIC ? right.type() : left.type();
    if (common == Type.GEO) {
      throw fault(at, "geometries are compared by spatial functions");
    }
    String collate = common == Type.TEXT ? " collate \"C\"" : "";
    return "("
        + to(common, left, at).sql()
        + " "
        + COMPARISONS.get(operator)
        + " "
        + to(common, right, at).sql()
        + collate
        + ")";
  }

  /**
   * JSON values are equal by content, or when they are scalars with the same text; they are ordered
   * only within one kind.
   */
  private static String trees(String operator, String left, String right) {
    String same = "(" + left + " = " + right + " or " + scalar(left) + " = " + scalar(right) + ")";
    return switch (operator) {
      case "eq" -> same;
      case "ne" -> "(not " + same + ")";
      default ->
          "(case when jsonb_typeof("
              + left
              + ") = jsonb_typeof("
              + right
              + ") then "
              + left
              + " "
              + COMPARISONS.get(operator)
              + " "
              + right
              + " end)";
    };
  }

  private static String json(Typed dynamic) {
    boolean result = dynamic.sql().endsWith(".result_json");
    return result
        ? "coalesce(" + dynamic.sql() + ", to_jsonb(" + dynamic.other() + "))"
        : dynamic.sql();
  }

  private String nullness(String operator, Typed typed, int at) {
    String json = typed.type() == Type.DYNAMIC ? json(typed) : typed.sql();
    String isNull =
        typed.type() == Type.DYNAMIC
            ? "(" + json + " is null or " + json + " = 'null'::jsonb)"
            : "(" + json + " is null)";
    return switch (operator) {
      case "eq" -> isNull;
      case "ne" -> "(not " + isNull + ")";
      default -> throw fault(at, "null is compared with eq and ne only");
    };
  }

  private static boolean isTemporal(Typed typed) {
    return typed.type() == Type.TIME || typed.type() == Type.SPAN;
  }

  /**
   * A period contains its start and not its end: it is less than whatever begins at its end or
   * later. It is less or equal when neither its start nor its end is later.
   */
  private static String moments(String operator, Typed left, Typed right) {
    return switch (operator) {
      case "eq" -> same(left, right);
      case "ne" -> "(not " + same(left, right) + ")";
      case "lt" -> ends(left, right);
      case "gt" -> ends(right, left);
      case "le" -> notAfter(left, right);
      default -> notAfter(right, left);
    };
  }

  private static String same(Typed left, Typed right) {
    return pair(left.start(), " = ", right.start(), left.end(), right.end());
  }

  private static String ends(Typed earlier, Typed later) {
    return "("
        + earlier.start()
        + " < "
        + later.start()
        + " and "
        + earlier.end()
        + " <= "
        + later.start()
        + ")";
  }

  private static String notAfter(Typed earlier, Typed later) {
    return pair(earlier.start(), " <= ", later.start(), earlier.end(), later.end());
  }

  private static String pair(String a, String operator, String b, String c, String d) {
    return "(" + a + operator + b + " and " + c + operator + d + ")";
  }

  /** Calculates with two numbers, or with times and durations. */
  Typed arithmetic(String operator, Typed left, Typed right, int at) {
    if (isTemporal(left) && right.type() == Type.LENGTH) {
      String by = " " + shift(operator, at) + " " + right.sql() + ")";
      return left.type() == Type.SPAN
          ? Typed.span("(" + left.start() + by, "(" + left.other() + by)
          : Typed.of(Type.TIME, "(" + left.start() + by);
    }
    if (isTemporal(left) && isTemporal(right) && operator.equals("sub")) {
      return Typed.of(Type.LENGTH, "(" + left.start() + " - " + right.start() + ")");
    }
    String l = "(" + to(Type.NUMBER, left, at).sql() + ")::float8";
    String r = "(" + to(Type.NUMBER, right, at).sql() + ")::float8";
    return Typed.of(
        Type.NUMBER,
        switch (operator) {
          case "div" -> "(" + l + " / nullif(" + r + ", 0))";
          case "mod" -> "(" + l + " - " + r + " * trunc(" + l + " / nullif(" + r + ", 0)))";
          default -> "(" + l + " " + ARITHMETIC.get(operator) + " " + r + ")";
        });
  }

  /** A duration can only be added to a time or subtracted from it. */
  private String shift(String operator, int at) {
    return switch (operator) {
      case "add", "sub" -> Objects.requireNonNull(ARITHMETIC.get(operator), operator);
      default -> throw fault(at, operator + " does not work on times");
    };
  }
}
