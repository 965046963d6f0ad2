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
 */
record BatchItem(
    String pointer,
    String id,
    String group,
    List<String> needs,
    String method,
    String url,
    JsonNode body) {

  /** The result of a request of a batch. */
  record Answer(BatchItem item, Outcome outcome) {}
}
