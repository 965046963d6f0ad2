package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * One request of a batch in either format.
 *
 * @param pointer its position in the batch, for violations
 * @param id its name within the batch; empty for none
 * @param group requests of one group succeed or fail together; empty for a single request
 * @param needs names of requests and groups that must have succeeded before
 * @param method in upper case
 * @param representation whether the answer to a write has the entity ({@code Prefer:
 *     return=representation})
 */
record BatchItem(
    String pointer,
    String id,
    String group,
    List<String> needs,
    String method,
    String url,
    boolean representation,
    JsonNode body) {

  /** Whether the value of the header Prefer asks for the entity. */
  static boolean wantsRepresentation(String prefer) {
    return prefer.contains("return=representation");
  }

  /** The result of a request of a batch. */
  record Answer(BatchItem item, Outcome outcome) {}
}
