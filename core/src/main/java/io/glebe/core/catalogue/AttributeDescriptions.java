package io.glebe.core.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The meanings of attributes for people, from {@code attributes.yaml}: a name alone stands for the
 * attribute in every entity, {@code Field.area} for that of one entity, and {@code
 * Product.nutrients.share} for a member of an attribute. Immutable.
 */
final class AttributeDescriptions {
  private static final Map<String, String> TEXTS = load();

  private AttributeDescriptions() {}

  private static Map<String, String> load() {
    Map<String, String> texts = new LinkedHashMap<>();
    CatalogueLoader.resource("attributes.yaml")
        .properties()
        .forEach(text -> texts.put(text.getKey(), text.getValue().asText()));
    return Map.copyOf(texts);
  }

  /** All texts by their keys. */
  static Map<String, String> texts() {
    return TEXTS;
  }

  /** The key of the text for an attribute, or a member of it; empty where there is none. */
  static String key(String entity, String path) {
    String own = entity + "." + path;
    return TEXTS.containsKey(own) ? own : TEXTS.containsKey(path) ? path : "";
  }

  /**
   * Describes the schema of an attribute and those of its members. What the schema says about the
   * form of values follows the meaning.
   *
   * @param path name of the attribute; names of members follow after a dot
   */
  static void addTo(ObjectNode schema, String entity, String path) {
    String meaning = TEXTS.getOrDefault(key(entity, path), "");
    String form = schema.path("description").asText();
    if (!meaning.isEmpty()) {
      schema.put("description", form.isEmpty() ? meaning : meaning + "; " + form);
    }
    boolean isGeometry = schema.path("properties").has("coordinates");
    JsonNode members = schema.has("items") ? schema.path("items") : schema;
    if (!isGeometry) {
      members
          .path("properties")
          .properties()
          .forEach(
              member ->
                  addTo((ObjectNode) member.getValue(), entity, path + "." + member.getKey()));
    }
  }
}
