package io.glebe.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.flipkart.zjsonpatch.InvalidJsonPatchException;
import com.flipkart.zjsonpatch.JsonPatchApplicationException;
import io.glebe.core.problem.Problem;
import java.util.Set;

/** JSON Patch of objects, RFC 6902. */
public final class JsonPatch {
  public static final String MEDIA_TYPE = "application/json-patch+json";

  /** Operations whose target must exist. */
  private static final Set<String> TARGETED = Set.of("remove", "replace");

  private JsonPatch() {}

  /**
   * Returns the patched document; 400 for an invalid patch, 409 for one that does not apply.
   *
   * @param most operations
   */
  public static JsonNode apply(JsonNode operations, JsonNode document, int most) {
    if (!operations.isArray() || operations.size() > most) {
      throw Problem.malformed("a JSON Patch is an array of at most " + most + " operations");
    }
    JsonNode patched = document;
    for (JsonNode operation : operations) {
      patched = one(operation, patched);
    }
    return patched;
  }

  private static JsonNode one(JsonNode operation, JsonNode document) {
    requireTarget(operation, document);
    try {
      JsonNode patched =
          com.flipkart.zjsonpatch.JsonPatch.apply(Json.array().add(operation), document);
      if (patched instanceof ObjectNode) {
        return patched;
      }
      throw Problem.malformed("a JSON Patch must leave an object");
    } catch (InvalidJsonPatchException | IllegalArgumentException e) {
      throw Problem.malformed("this is no JSON Patch: " + e.getMessage());
    } catch (JsonPatchApplicationException | IllegalStateException e) {
      // IllegalStateException: a name where an array needs an index
      throw Problem.conflict("the JSON Patch does not apply: " + e.getMessage());
    }
  }

  /** The library removes what is not there without an error. */
  private static void requireTarget(JsonNode operation, JsonNode document) {
    String path = operation.path("path").asText("");
    boolean needed = TARGETED.contains(operation.path("op").asText(""));
    boolean pointer = path.startsWith("/");
    if (needed && pointer && document.at(path).isMissingNode()) {
      throw Problem.conflict("the JSON Patch does not apply: there is nothing at " + path);
    }
  }
}
