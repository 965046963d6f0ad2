package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Resolves addresses inside a batch. An address is absolute, relative to the host, relative to the
 * service, or begins with the version of the service as in the examples of OGC 18-088, 11.2 ({@code
 * /v1.1/Things(1)}). {@code $id} refers to the entity of an earlier request, in the address or as
 * an {@code @iot.id} in the body.
 */
final class BatchLinks {
  private final String base;
  private final String root;
  private final String version;
  private final Map<String, String> made = new HashMap<>();

  BatchLinks(String base) {
    this.base = base;
    this.root = URI.create(base).getRawPath();
    this.version = root.substring(root.lastIndexOf('/'));
  }

  /** A request for one resource: its path below the service and its options, decoded. */
  record Target(String path, Map<String, String> options) {}

  /** Stores the address of the entity that the named request has created. */
  void made(String id, String address) {
    made.put(id, address.substring(base.length() + 1));
  }

  void forget(List<BatchItem> items) {
    items.forEach(item -> made.remove(item.id()));
  }

  Target target(String url) {
    String[] parts = below(url).split("\\?", 2);
    return new Target(
        referenced(parts[0]), parts.length == 2 ? options(parts[1]) : new LinkedHashMap<>());
  }

  private String below(String url) {
    return Stream.of(base, root + "/", version + "/")
        .filter(url::startsWith)
        .findFirst()
        .map(start -> url.substring(start.length()))
        .orElse(url)
        .replaceFirst("^/+", "");
  }

  private String referenced(String path) {
    if (!path.startsWith("$")) {
      return path;
    }
    String name = name(path);
    String entity = made.get(name);
    if (entity == null) {
      throw Problem.malformed("$" + name + " names no earlier result of this batch");
    }
    return entity + path.substring(name.length() + 1);
  }

  private static String name(String reference) {
    return reference.substring(1).split("[/?]", 2)[0];
  }

  /** The names of other requests in the address and the body of this request. */
  List<String> references(BatchItem item) {
    List<String> names = new ArrayList<>(item.body().findValuesAsText("@iot.id"));
    names.add(below(item.url()));
    return names.stream().filter(text -> text.startsWith("$")).map(BatchLinks::name).toList();
  }

  private static Map<String, String> options(String query) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : query.split("&", 0)) {
      String[] sides = pair.split("=", 2);
      options.put(decoded(sides[0]), sides.length == 2 ? decoded(sides[1]) : "");
    }
    return options;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.malformed("the address contains a broken percent escape");
    }
  }

  /** Replaces {@code "@iot.id": "$id"} by the id of the entity that the request created. */
  JsonNode resolved(JsonNode body) {
    JsonNode copy = body.deepCopy();
    for (JsonNode parent : copy.findParents("@iot.id")) {
      String id = parent.path("@iot.id").asText("");
      String entity = id.startsWith("$") ? made.get(id.substring(1)) : null;
      if (entity != null && parent instanceof ObjectNode reference) {
        reference.put(
            "@iot.id",
            Long.parseLong(entity.substring(entity.indexOf('(') + 1, entity.indexOf(')'))));
      }
    }
    return copy;
  }
}
