package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.body.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One thing the API can do, described once for router and published contract alike:
 *
 * <pre>{@code
 * Operation.of("listFarms", "Lists the farms in reach", Guard.FARM, farms::list)
 *     .permission("farm:read")
 *     .takes(Parameter.query("limit", "records on a page", integer(1, 1000)))
 *     .answers(Answer.json(200, "a page", pageSchema))
 * }</pre>
 *
 * @param id operationId of the contract, unique together with the surface
 * @param permission shown as {@code x-glebe-permission}; empty where a token is enough
 * @param tag groups operations in the contract
 * @param bodySchema schema of a JSON body
 */
public record Operation(
    String id,
    String summary,
    Guard guard,
    String permission,
    String tag,
    List<Parameter> parameters,
    Body body,
    Optional<ObjectNode> bodySchema,
    List<DocumentedResponse> answers,
    Endpoint endpoint) {

  public Operation {
    parameters = List.copyOf(parameters);
    answers = List.copyOf(answers);
  }

  public static Operation of(String id, String summary, Guard guard, Endpoint endpoint) {
    return new Operation(
        id, summary, guard, "", "", List.of(), Body.NONE, Optional.empty(), List.of(), endpoint);
  }

  public Operation permission(String text) {
    return new Operation(
        id, summary, guard, text, tag, parameters, body, bodySchema, answers, endpoint);
  }

  public Operation tag(String text) {
    return new Operation(
        id, summary, guard, permission, text, parameters, body, bodySchema, answers, endpoint);
  }

  public Operation takes(Parameter... more) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.addAll(List.of(more));
    return new Operation(
        id, summary, guard, permission, tag, all, body, bodySchema, answers, endpoint);
  }

  public Operation body(Body taken) {
    return new Operation(
        id, summary, guard, permission, tag, parameters, taken, bodySchema, answers, endpoint);
  }

  public Operation body(Body taken, ObjectNode schema) {
    return new Operation(
        id,
        summary,
        guard,
        permission,
        tag,
        parameters,
        taken,
        Optional.of(schema),
        answers,
        endpoint);
  }

  public Operation answers(DocumentedResponse... more) {
    List<DocumentedResponse> all = new ArrayList<>(answers);
    all.addAll(List.of(more));
    return new Operation(
        id, summary, guard, permission, tag, parameters, body, bodySchema, all, endpoint);
  }
}
