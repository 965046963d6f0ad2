package io.glebe.api.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Prints answers of the platform: a table for people, or an object per line for programs. */
public final class AdminOutput {
  private static final String ABSENT = "-";

  private final PrintWriter out;

  public AdminOutput(PrintWriter out) {
    this.out = out;
  }

  /** Prints the objects unchanged; prints nothing without a response. */
  public void json(JsonNode answer) {
    objects(answer).forEach(out::println);
    out.flush();
  }

  /** Prints the given fields of the objects in columns with headings. */
  public void table(JsonNode answer, List<String> fields) {
    List<JsonNode> objects = objects(answer);
    if (answer.isMissingNode()) {
      out.println("done");
    } else if (objects.isEmpty()) {
      out.println("none");
    } else {
      TextTable table = new TextTable();
      table.row(fields.stream().map(AdminOutput::heading).toArray(String[]::new));
      objects.forEach(
          object ->
              table.row(
                  fields.stream().map(name -> cell(object.path(name))).toArray(String[]::new)));
      table.print(out);
    }
    out.flush();
  }

  private static List<JsonNode> objects(JsonNode answer) {
    if (answer.isMissingNode()) {
      return List.of();
    }
    JsonNode items = answer.path("items");
    return items.isArray()
        ? StreamSupport.stream(items.spliterator(), false).toList()
        : List.of(answer);
  }

  private static String heading(String field) {
    return field.replaceAll("([A-Z])", " $1").toUpperCase(Locale.ROOT);
  }

  private static String cell(JsonNode value) {
    if (value.isArray()) {
      return StreamSupport.stream(value.spliterator(), false)
          .map(JsonNode::asText)
          .collect(Collectors.joining(" "));
    }
    return value.isMissingNode() || value.isNull() ? ABSENT : inSeconds(value.asText());
  }

  /** Times without fractions. */
  private static String inSeconds(String text) {
    return text.replaceFirst("(T\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z$", "$1Z");
  }
}
