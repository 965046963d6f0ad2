package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One mapping of a declaration file, read strictly: a key that was not read before {@link #done()}
 * is an unknown key. Not shared between threads.
 */
final class Declaration {
  private final String where;
  private final JsonNode node;
  private final Set<String> read = new HashSet<>();

  Declaration(String where, JsonNode node) {
    this.where = where;
    this.node = node;
    if (!node.isObject()) {
      throw fault("is no mapping");
    }
  }

  String where() {
    return where;
  }

  IllegalStateException fault(String what) {
    return new IllegalStateException("catalogue: " + where + " " + what);
  }

  boolean has(String key) {
    return node.has(key);
  }

  Optional<JsonNode> value(String key) {
    read.add(key);
    return Optional.ofNullable(node.get(key)).filter(n -> !n.isNull());
  }

  Optional<String> text(String key) {
    return value(key).map(n -> textOf(key, n));
  }

  String requiredText(String key) {
    return text(key).orElseThrow(() -> fault("lacks " + key));
  }

  boolean flag(String key) {
    return value(key)
        .map(
            n -> {
              if (!n.isBoolean()) {
                throw fault(key + " is neither true nor false");
              }
              return n.booleanValue();
            })
        .orElse(false);
  }

  Optional<Integer> integer(String key) {
    return number(key).map(BigDecimal::intValueExact);
  }

  Optional<Long> whole(String key) {
    return number(key).map(BigDecimal::longValueExact);
  }

  Optional<BigDecimal> number(String key) {
    return value(key)
        .map(
            n -> {
              if (!n.isNumber()) {
                throw fault(key + " is no number");
              }
              return n.decimalValue();
            });
  }

  Optional<Pattern> pattern(String key) {
    return text(key).map(Pattern::compile);
  }

  List<String> texts(String key) {
    return value(key).map(n -> textsOf(key, n)).orElse(List.of());
  }

  List<String> textsOf(String key, JsonNode list) {
    if (!list.isArray()) {
      throw fault(key + " is no list");
    }
    List<String> texts = new ArrayList<>();
    list.forEach(n -> texts.add(textOf(key, n)));
    return List.copyOf(texts);
  }

  private String textOf(String key, JsonNode n) {
    if (!n.isValueNode()) {
      throw fault(key + " is no text");
    }
    return n.asText();
  }

  Optional<Declaration> child(String key) {
    return value(key).map(n -> new Declaration(where + "." + key, n));
  }

  /** Returns the members of a mapping under {@code key}, in order. */
  Map<String, Declaration> children(String key) {
    Map<String, Declaration> all = new LinkedHashMap<>();
    value(key)
        .ifPresent(
            n ->
                n.properties()
                    .forEach(
                        e ->
                            all.put(
                                e.getKey(),
                                new Declaration(where + "." + e.getKey(), e.getValue()))));
    return all;
  }

  /** Returns a mapping from names to lists of names under {@code key}, in order. */
  Map<String, List<String>> lists(String key) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    value(key)
        .ifPresent(
            n -> n.properties().forEach(e -> all.put(e.getKey(), textsOf(key, e.getValue()))));
    return all;
  }

  /** Rejects keys that were not read. */
  void done() {
    node.fieldNames()
        .forEachRemaining(
            k -> {
              if (!read.contains(k)) {
                throw fault("has the unknown key " + k);
              }
            });
  }
}
