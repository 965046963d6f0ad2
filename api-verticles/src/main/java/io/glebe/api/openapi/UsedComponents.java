package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes the components of a document to which nothing in it refers. */
final class UsedComponents {
  private static final String PREFIX = "#/components/";

  /** Named without a reference. */
  private static final String SECURITY = "securitySchemes";

  private final JsonNode components;
  private final Set<String> used = new HashSet<>();

  private UsedComponents(JsonNode components) {
    this.components = components;
  }

  static void keep(ObjectNode document) {
    UsedComponents of = new UsedComponents(document.path("components"));
    of.collect(document.path("paths"));
    of.remove();
  }

  private void collect(JsonNode node) {
    String ref = node.path("$ref").asText("");
    if (ref.startsWith(PREFIX) && used.add(ref.substring(PREFIX.length()))) {
      collect(components.at("/" + ref.substring(PREFIX.length())));
    }
    node.forEach(this::collect);
  }

  private void remove() {
    components
        .properties()
        .forEach(
            group -> {
              if (!group.getKey().equals(SECURITY)
                  && group.getValue() instanceof ObjectNode members) {
                List.copyOf(members.properties()).stream()
                    .filter(member -> !used.contains(group.getKey() + "/" + member.getKey()))
                    .forEach(member -> members.remove(member.getKey()));
              }
            });
  }
}
