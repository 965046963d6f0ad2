package io.glebe.core.database.embedded;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Selects the lines in the output of a PostgreSQL program that explain its failure. */
final class ProgramOutput {
  private static final Pattern FAULT =
      Pattern.compile("\\b(error|FATAL|PANIC|failed|could not|No space left)\\b");

  /** The progress text, time and process before the error in a line. */
  private static final Pattern BEFORE = Pattern.compile("^.*?(FATAL|PANIC|error): +");

  private ProgramOutput() {}

  /** Returns one line. */
  static String of(Collection<String> lines) {
    List<String> output =
        lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    List<String> faults = output.stream().filter(line -> FAULT.matcher(line).find()).toList();
    List<String> shown = faults.isEmpty() ? output : faults;
    return shown.isEmpty()
        ? "it said nothing"
        : shown.stream()
            .map(line -> BEFORE.matcher(line).replaceFirst(""))
            .distinct()
            .collect(Collectors.joining("; "));
  }
}
