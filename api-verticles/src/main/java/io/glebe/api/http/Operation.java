package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.body.Body;
import io.glebe.core.access.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An operation of the API, declared once for the router and for the published contract:
 *
 * <pre>{@code
 * Operation.of("listFarms", "Lists the farms in reach", Guard.FARM, farms::list)
 *     .requires(Permission.read("farm"))
 *     .takes(Parameter.query("limit", "records on a page", integer(1, 1000)))
 *     .answers(DocumentedResponse.json(200, "a page", pageSchema))
 * }</pre>
 *
 * @param id operationId of the contract, unique together with the surface
 * @param permissions published as {@code x-glebe-permission}
 * @param tag groups operations in the contract
 * @param bodySchema schema of a JSON body
 * @param bodies the forms of a body whose schema depends on its media type
 * @param ofCommissions whether callers may use it whose permissions are limited to some fields; it
 *     keeps to this limit
 */
public record Operation(
    String id,
    String summary,
    Guard guard,
    RequiredPermissions permissions,
    String tag,
    List<Parameter> parameters,
    Body body,
    Optional<ObjectNode> bodySchema,
    List<DocumentedBody> bodies,
    List<DocumentedResponse> answers,
    boolean ofCommissions,
    Endpoint endpoint) {

  public Operation {
    parameters = List.copyOf(parameters);
    bodies = List.copyOf(bodies);
    answers = List.copyOf(answers);
  }

  /** Fails with 400 for a query parameter that the operation does not declare. */
  public void refuseUnknownParameters(Params params) {
    if (parameters.stream().noneMatch(Parameter::isOpen)) {
      params.refuseUnknown(queryNames());
    }
  }

  /** The query parameters that are declared by name. */
  public List<String> queryNames() {
    return parameters.stream()
        .filter(p -> p.isQuery() && !p.isOpen())
        .map(Parameter::name)
        .toList();
  }

  public static Operation of(String id, String summary, Guard guard, Endpoint endpoint) {
    return new Operation(
        id,
        summary,
        guard,
        RequiredPermissions.NONE,
        "",
        List.of(),
        Body.NONE,
        Optional.empty(),
        List.of(),
        List.of(),
        false,
        endpoint);
  }

  /** Requires this permission. */
  public Operation requires(Permission permission) {
    return requires(RequiredPermissions.anyOf(permission));
  }

  public Operation requires(RequiredPermissions required) {
    return new Operation(
        id,
        summary,
        guard,
        required,
        tag,
        parameters,
        body,
        bodySchema,
        bodies,
        answers,
        ofCommissions,
        endpoint);
  }

  public Operation tag(String text) {
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        text,
        parameters,
        body,
        bodySchema,
        bodies,
        answers,
        ofCommissions,
        endpoint);
  }

  public Operation takes(Parameter... more) {
    List<Parameter> all = new ArrayList<>(parameters);
    all.addAll(List.of(more));
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        tag,
        all,
        body,
        bodySchema,
        bodies,
        answers,
        ofCommissions,
        endpoint);
  }

  public Operation body(Body taken, ObjectNode schema) {
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        tag,
        parameters,
        taken,
        Optional.of(schema),
        bodies,
        answers,
        ofCommissions,
        endpoint);
  }

  /** A body whose schema depends on its media type. */
  public Operation body(Body taken, DocumentedBody... forms) {
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        tag,
        parameters,
        taken,
        Optional.empty(),
        List.of(forms),
        answers,
        ofCommissions,
        endpoint);
  }

  public Operation answers(DocumentedResponse... more) {
    List<DocumentedResponse> all = new ArrayList<>(answers);
    all.addAll(List.of(more));
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        tag,
        parameters,
        body,
        bodySchema,
        bodies,
        all,
        ofCommissions,
        endpoint);
  }

  /** Also for callers whose permissions are limited to some fields: services with commissions. */
  public Operation alsoOfCommissions() {
    return new Operation(
        id,
        summary,
        guard,
        permissions,
        tag,
        parameters,
        body,
        bodySchema,
        bodies,
        answers,
        true,
        endpoint);
  }
}
