package io.glebe.api.http;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters that an operation declares for one route, and the parts of its forms. An endpoint
 * that reads another query parameter, header or part fails, so that the published contract names
 * all of them; what no request has read yet is known by name. Thread-safe.
 */
public final class DeclaredParameters {
  private static final Pattern IN_PATH = Pattern.compile("\\{([^}*]+)\\*?}");

  /** Headers of HTTP itself, which OpenAPI does not declare for each operation. */
  private static final Set<String> OF_HTTP =
      Set.of(
          "accept",
          "accept-encoding",
          "accept-language",
          "authorization",
          "content-length",
          "content-type",
          "if-none-match",
          "if-range",
          "origin");

  /** Whether a parameter has been read. A lost update does no harm: the next request repeats it. */
  private static final class Use {
    private boolean isRead;
  }

  private final String operation;
  private final boolean isChecked;
  private final boolean isOpen;
  private final Map<String, Use> query = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Use> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Use> path = new HashMap<>();
  private final Map<String, Use> parts = new HashMap<>();

  /**
   * @param template whose parameters are declared by their names
   */
  DeclaredParameters(Operation operation, Surface surface, String template) {
    this.operation = operation.id();
    this.isChecked = !surface.equals(Surface.ROOT); // pages and sign-in are not published
    this.isOpen = operation.parameters().stream().anyMatch(Parameter::isOpen);
    for (Parameter parameter : operation.parameters()) {
      if (!parameter.isOpen()) {
        place(parameter).put(parameter.name(), new Use());
      }
    }
    Matcher matcher = IN_PATH.matcher(template);
    while (matcher.find()) {
      path.put(matcher.group(1), new Use());
    }
    for (DocumentedBody form : operation.bodies()) {
      form.partNames().forEach(name -> parts.put(name, new Use()));
    }
  }

  private Map<String, Use> place(Parameter parameter) {
    return parameter.isQuery() ? query : parameter.place().equals("path") ? path : headers;
  }

  void readQuery(String name) {
    read(query, name, isOpen);
  }

  void readHeader(String name) {
    read(headers, name, OF_HTTP.contains(name.toLowerCase(Locale.ROOT)));
  }

  void readPath(String name) {
    read(path, name, false);
  }

  void readPart(String name) {
    read(parts, name, false);
  }

  private void read(Map<String, Use> declared, String name, boolean isFree) {
    Use use = declared.get(name);
    if (use == null) {
      if (isChecked && !isFree) {
        throw new IllegalStateException(operation + " reads " + name + " and does not declare it");
      }
    } else if (!use.isRead) {
      use.isRead = true;
    }
  }

  /** The declared parameters and parts that no request has read so far. */
  public List<String> unread() {
    return List.of(query, headers, path, parts).stream()
        .flatMap(place -> place.entrySet().stream())
        .filter(e -> !e.getValue().isRead)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
