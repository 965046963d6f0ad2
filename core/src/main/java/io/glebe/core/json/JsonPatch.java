package io.glebe.core.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.flipkart.zjsonpatch.InvalidJsonPatchException;
import com.flipkart.zjsonpatch.JsonPatchApplicationException;
import io.glebe.core.problem.Problem;

/** JSON Patch, RFC 6902. */
public final class JsonPatch {
  public static final String MEDIA_TYPE = "application/json-patch+json";

  private static final int MAX_OPERATIONS = 1_000;

  private JsonPatch() {}

  /** Returns the patched document; 400 for an invalid patch, 409 for one that does not apply. */
  public static JsonNode apply(JsonNode operations, JsonNode document) {
    if (!operations.isArray() || operations.size() > MAX_OPERATIONS) {
      throw Problem.malformed(
          "a JSON Patch is an array of at most " + MAX_OPERATIONS + " operations");
    }
    try {
      return com.flipkart.zjsonpatch.JsonPatch.apply(operations, document);
    } catch (InvalidJsonPatchException e) {
      throw Problem.malformed("this is no JSON Patch: " + e.getMessage());
    } catch (JsonPatchApplicationException e) {
      throw Problem.conflict("the JSON Patch does not apply: " + e.getMessage());
    }
  }
}
