package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * One form of a request body as the published contract describes it.
 *
 * @param partTypes media types of the parts of a form by their names, separated by commas
 */
public record DocumentedBody(String mediaType, ObjectNode schema, Map<String, String> partTypes) {
  public DocumentedBody {
    partTypes = Map.copyOf(partTypes);
  }

  public static DocumentedBody of(String mediaType, ObjectNode schema) {
    return new DocumentedBody(mediaType, schema, Map.of());
  }
}
