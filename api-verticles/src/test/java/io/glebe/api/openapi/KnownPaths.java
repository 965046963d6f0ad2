package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Paths of existing resources, as lists of the platform name them. */
final class KnownPaths {
  private static final int EACH = 4;
  private static final List<String> NAMES = List.of("id", "@iot.id", "name");

  /** By template up to the end of a parameter. */
  private final Map<String, List<String>> concrete = new HashMap<>();

  private final Map<String, Set<String>> ids = new HashMap<>();
  private final Random random;

  KnownPaths(Random random) {
    this.random = random;
  }

  /** Identifiers by the name of their parameter. */
  Map<String, Set<String>> ids() {
    return ids;
  }

  /**
   * Reads the lists above every parameter of a path.
   *
   * @param get the JSON at a path, if there is any
   */
  void learn(
      Collection<PublishedOperation> operations,
      Function<PublishedOperation, Function<String, Optional<JsonNode>>> get) {
    Map<String, PublishedOperation> lists = new HashMap<>();
    operations.stream()
        .filter(each -> each.method().equals("GET") && !each.streams())
        .forEach(each -> lists.put(each.path(), each));
    operations.stream()
        .map(PublishedOperation::path)
        .flatMap(path -> prefixes(path).stream())
        .distinct()
        .sorted(Comparator.comparingInt(String::length).thenComparing(path -> path))
        .forEach(
            prefix -> {
              PublishedOperation list = lists.get(parent(prefix));
              if (list != null) {
                learn(prefix, get.apply(list));
              }
            });
  }

  private void learn(String prefix, Function<String, Optional<JsonNode>> get) {
    String name = prefix.substring(prefix.lastIndexOf('{') + 1, prefix.lastIndexOf('}'));
    String end = prefix.substring(parent(prefix).length());
    for (String list : known(parent(prefix))) {
      List<String> listed = new ArrayList<>();
      get.apply(list).ifPresent(answer -> identifiers(answer, listed));
      for (String id : listed.subList(0, Math.min(EACH, listed.size()))) {
        ids.computeIfAbsent(name, _ -> new TreeSet<>()).add(id);
        concrete
            .computeIfAbsent(prefix, _ -> new ArrayList<>())
            .add(list + end.replace("{" + name + "}", encoded(id)));
      }
    }
  }

  private static void identifiers(JsonNode node, List<String> listed) {
    for (JsonNode member : node) {
      if (node.isArray() && member.isObject()) {
        NAMES.stream()
            .filter(name -> member.path(name).isValueNode())
            .findFirst()
            .ifPresent(name -> listed.add(member.path(name).asText()));
      } else if (node.isObject() && member.isArray()) {
        identifiers(member, listed);
      }
    }
  }

  /** Paths of a template, of which the last parameters may be unknown: then there are none. */
  private List<String> known(String template) {
    List<String> prefixes = prefixes(template);
    if (prefixes.isEmpty()) {
      return List.of(template);
    }
    String last = prefixes.getLast();
    String rest = template.substring(last.length());
    return concrete.getOrDefault(last, List.of()).stream().map(path -> path + rest).toList();
  }

  /** A path of an operation: of an existing resource where one is known. */
  String path(PublishedOperation operation, SchemaValues values) {
    return path(operation, operation.path(), values);
  }

  /** A path of a template of which some parameters may be filled in already. */
  String filled(PublishedOperation operation, String template, SchemaValues values) {
    return path(operation, template, values);
  }

  private String path(PublishedOperation operation, String template, SchemaValues values) {
    List<String> known = known(template);
    if (!known.isEmpty()) {
      return known.get(random.nextInt(known.size()));
    }
    String last = prefixes(template).getLast();
    String name = last.substring(last.lastIndexOf('{') + 1, last.lastIndexOf('}'));
    String value =
        values
            .valid(name, operation.pathSchema(name))
            .map(JsonNode::asText)
            .filter(text -> !text.isEmpty()) // this would be another path
            .orElse("x");
    String end = last.substring(parent(last).length()).replace("{" + name + "}", encoded(value));
    return path(operation, parent(last), values) + end + template.substring(last.length());
  }

  /** The parts of a template up to the end of each parameter. */
  private static List<String> prefixes(String template) {
    List<String> prefixes = new ArrayList<>();
    for (int at = template.indexOf('}'); at >= 0; at = template.indexOf('}', at + 1)) {
      boolean brackets = template.startsWith(")", at + 1);
      prefixes.add(template.substring(0, at + (brackets ? 2 : 1)));
    }
    return prefixes;
  }

  private static String parent(String prefix) {
    return prefix.substring(0, prefix.lastIndexOf('{') - 1);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
