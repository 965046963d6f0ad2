package io.glebe.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The maximum lengths and the patterns that an operation declares for texts of the query, and its
 * lists that are never empty, so that no value is taken that the published contract excludes.
 * Immutable.
 */
final class ParameterForms {
  private final Map<String, Form> forms = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private final Set<String> lists = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * @param characters maximum length in Unicode characters
   * @param pattern of the whole text
   */
  private record Form(int characters, Pattern pattern) {}

  private static final Pattern NOTHING = Pattern.compile("[\\s,]*");
  private static final Pattern ANY = Pattern.compile(".*", Pattern.DOTALL);

  ParameterForms(List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      JsonNode schema = parameter.schema();
      if (parameter.isQuery() && schema.path("minItems").asInt() == 1) {
        lists.add(parameter.name());
      }
      boolean isText = schema.path("type").asText().equals("string");
      boolean hasFormat = schema.has("format"); // which its endpoint reads and explains
      boolean isLimited = schema.has("maxLength") || schema.has("pattern");
      if (parameter.isQuery() && isText && !hasFormat && isLimited) {
        forms.put(
            parameter.name(),
            new Form(schema.path("maxLength").asInt(Integer.MAX_VALUE), pattern(schema)));
      }
    }
  }

  /** A pattern of a contract begins with ^ and ends with $. */
  private static Pattern pattern(JsonNode schema) {
    return schema.has("pattern") ? Pattern.compile(schema.path("pattern").asText()) : ANY;
  }

  /** Fails with 400 for a value that is empty, too long or does not have the form. */
  void check(String name, String value) {
    if (lists.contains(name) && NOTHING.matcher(value).matches()) {
      throw Problem.malformedParameter(name, "names nothing");
    }
    Form form = forms.get(name);
    if (form == null) {
      return;
    }
    if (value.length() > form.characters()
        && value.codePointCount(0, value.length()) > form.characters()) {
      throw Problem.malformedParameter(name, "is longer than " + form.characters() + " characters");
    }
    if (!form.pattern().matcher(value).matches()) {
      throw Problem.malformedParameter(name, "must have the form " + form.pattern());
    }
  }
}
