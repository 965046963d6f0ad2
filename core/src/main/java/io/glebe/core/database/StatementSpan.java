package io.glebe.core.database;

import io.glebe.core.trace.Span;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of traces that statements are: {@code StatementSpan.during(sql, () -> execute(sql))}.
 * They have the text of the statement, never its parameters.
 */
public final class StatementSpan {
  private static final Pattern VERB = Pattern.compile("\\s*([a-z]+)");
  private static final Pattern TABLE =
      Pattern.compile("\\b(?:from|into|update)\\s+([a-z_][a-z0-9_.]*)");

  private StatementSpan() {}

  /** Runs a statement; as a part of the trace of now, if there is one. */
  public static <T> Future<T> during(String sql, Supplier<Future<T>> run) {
    Optional<Span> parent = Span.current();
    return parent.isEmpty()
        ? run.get()
        : parent
            .get()
            .child(Span.Kind.CLIENT, name(sql))
            .set("db.system.name", "postgresql")
            .set("db.query.text", sql)
            .around(run);
  }

  /** The verb and the first table, such as {@code select field}. */
  static String name(String sql) {
    String text = sql.toLowerCase(Locale.ROOT);
    Matcher verb = VERB.matcher(text);
    if (!verb.lookingAt()) {
      return "statement";
    }
    Matcher table = TABLE.matcher(text);
    return table.find() ? verb.group(1) + " " + table.group(1) : verb.group(1);
  }
}
