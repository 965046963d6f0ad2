package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * One form of a request body as the published contract describes it.
 *
 * @param partTypes media types of the parts of a form by their names, separated by commas
 */
public record DocumentedBody(String mediaType, ObjectNode schema, Map<String, String> partTypes) {
  /** The media type of forms. */
  public static final String FORM = "multipart/form-data";

  public DocumentedBody {
    partTypes = Map.copyOf(partTypes);
  }

  public static DocumentedBody of(String mediaType, ObjectNode schema) {
    return new DocumentedBody(mediaType, schema, Map.of());
  }

  /** The names of the parts of a form; none of another body. */
  public Set<String> partNames() {
    Set<String> names = new TreeSet<>();
    if (mediaType.equals(FORM)) {
      schema.path("properties").fieldNames().forEachRemaining(names::add);
    }
    return names;
  }
}
