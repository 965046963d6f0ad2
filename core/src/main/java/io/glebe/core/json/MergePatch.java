package io.glebe.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Applies JSON merge patches, RFC 7396. */
public final class MergePatch {
  public static final String MEDIA_TYPE = "application/merge-patch+json";

  private MergePatch() {}

  /**
   * The target with the patch applied; neither argument is changed. A patch that is no object
   * replaces the whole.
   */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    return patch instanceof ObjectNode members ? merge(target, members) : patch.deepCopy();
  }

  /** The record with the patch applied; neither argument is changed. */
  public static ObjectNode apply(ObjectNode target, ObjectNode patch) {
    return merge(target, patch);
  }

  private static ObjectNode merge(JsonNode target, ObjectNode patch) {
    ObjectNode merged = target instanceof ObjectNode object ? object.deepCopy() : Json.object();
    for (Map.Entry<String, JsonNode> member : patch.properties()) {
      if (member.getValue().isNull()) {
        merged.remove(member.getKey());
      } else {
        JsonNode present = merged.path(member.getKey());
        merged.set(member.getKey(), apply(present, member.getValue()));
      }
    }
    return merged;
  }
}
