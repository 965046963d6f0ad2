package io.glebe.core.database;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Chooses from the output of a PostgreSQL program the lines that say why it failed. */
final class ProgramOutput {
  private static final Pattern FAULT =
      Pattern.compile("\\b(error|FATAL|PANIC|failed|could not|No space left)\\b");

  /** Progress, time and process that stand before the fault in its line. */
  private static final Pattern BEFORE = Pattern.compile("^.*?(FATAL|PANIC|error): +");

  private ProgramOutput() {}

  /** One line. */
  static String of(Collection<String> lines) {
    List<String> said = lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    List<String> faults = said.stream().filter(line -> FAULT.matcher(line).find()).toList();
    List<String> shown = faults.isEmpty() ? said : faults;
    return shown.isEmpty()
        ? "it said nothing"
        : shown.stream()
            .map(line -> BEFORE.matcher(line).replaceFirst(""))
            .distinct()
            .collect(Collectors.joining("; "));
  }
}
