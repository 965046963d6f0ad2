package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.guard.LimitClass;
import io.glebe.core.access.Permission;
import io.glebe.core.problem.ProblemType;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
 * @param refusals the problems that do not follow from its guard, its method and its parameters
 * @param openTo which callers besides those with all rights of a user may use it
 * @param limitClass whose rate limit applies to it
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
    Set<ProblemType> refusals,
    Set<Opening> openTo,
    LimitClass limitClass,
    Endpoint endpoint) {

  public Operation {
    parameters = List.copyOf(parameters);
    bodies = List.copyOf(bodies);
    answers = List.copyOf(answers);
    refusals = Set.copyOf(refusals);
    openTo = Set.copyOf(openTo);
  }

  /** Callers that may use only operations which say so. */
  public enum Opening {
    /** Whose permissions are limited to some fields; the operation keeps to this limit. */
    COMMISSIONS,
    /**
     * Viewers of pictures of a collection: with a token for viewers, or, if it is public, without.
     */
    VIEWERS
  }

  /** Whether services with a commission may use it. */
  public boolean ofCommissions() {
    return openTo.contains(Opening.COMMISSIONS);
  }

  /** Whether it shows pictures of a collection, also to viewers. */
  public boolean ofViewers() {
    return openTo.contains(Opening.VIEWERS);
  }

  /** Fails with 400 for a query parameter that the operation does not declare. */
  public void refuseUnknownParameters(Params params) {
    if (parameters.stream().noneMatch(Parameter::isOpen)) {
      params.refuseUnknown(queryNames());
    }
  }

  /** The media types of its successful answers. */
  public Set<String> mediaTypes() {
    return answers.stream()
        .filter(answer -> answer.status() < 300 && !answer.mediaType().isEmpty())
        .map(DocumentedResponse::mediaType)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Whether it declares this header. */
  public boolean takesHeader(String name) {
    return parameters.stream()
        .anyMatch(p -> p.place().equals("header") && p.name().equalsIgnoreCase(name));
  }

  /** The query parameters that are declared by name, and that of credentials where there is one. */
  public List<String> queryNames() {
    Stream<String> declared =
        parameters.stream().filter(p -> p.isQuery() && !p.isOpen()).map(Parameter::name);
    return Stream.concat(declared, ofViewers() ? Stream.of(Params.CREDENTIAL) : Stream.of())
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
        Set.of(),
        Set.of(),
        LimitClass.PLAIN,
        endpoint);
  }

  /** Requires this permission. */
  public Operation requires(Permission permission) {
    return requires(RequiredPermissions.anyOf(permission));
  }

  public Operation requires(RequiredPermissions required) {
    return with(draft -> draft.permissions = required);
  }

  public Operation tag(String text) {
    return with(draft -> draft.tag = text);
  }

  public Operation takes(Parameter... more) {
    return with(draft -> draft.parameters = joined(parameters, List.of(more)));
  }

  public Operation body(Body taken, ObjectNode schema) {
    return with(
        draft -> {
          draft.body = taken;
          draft.bodySchema = Optional.of(schema);
        });
  }

  /** A body whose schema depends on its media type. */
  public Operation body(Body taken, DocumentedBody... forms) {
    return with(
        draft -> {
          draft.body = taken;
          draft.bodySchema = Optional.empty();
          draft.bodies = List.of(forms);
        });
  }

  public Operation answers(DocumentedResponse... more) {
    return with(draft -> draft.answers = joined(answers, List.of(more)));
  }

  /** May also answer problems of these types. */
  public Operation refuses(ProblemType... more) {
    Set<ProblemType> all = new HashSet<>(refusals);
    all.addAll(List.of(more));
    return with(draft -> draft.refusals = all);
  }

  /** Also for callers whose permissions are limited to some fields: services with commissions. */
  public Operation alsoOfCommissions() {
    return openTo(Opening.COMMISSIONS);
  }

  /** Also for viewers: it answers with a picture of the collection in its path. */
  public Operation alsoOfViewers() {
    return openTo(Opening.VIEWERS);
  }

  /** With the rate limit of this class, where it has one. */
  public Operation limitedAs(LimitClass kind) {
    return with(draft -> draft.limitClass = kind);
  }

  private Operation openTo(Opening more) {
    Set<Opening> all = new HashSet<>(openTo);
    all.add(more);
    return with(draft -> draft.openTo = all);
  }

  private static <T> List<T> joined(List<T> first, List<T> more) {
    return Stream.concat(first.stream(), more.stream()).toList();
  }

  private Operation with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.operation();
  }

  /** The components that the methods above change. */
  private static final class Draft {
    private final Operation from;
    private RequiredPermissions permissions;
    private String tag;
    private List<Parameter> parameters;
    private Body body;
    private Optional<ObjectNode> bodySchema;
    private List<DocumentedBody> bodies;
    private List<DocumentedResponse> answers;
    private Set<ProblemType> refusals;
    private Set<Opening> openTo;
    private LimitClass limitClass;

    Draft(Operation from) {
      this.from = from;
      permissions = from.permissions;
      tag = from.tag;
      parameters = from.parameters;
      body = from.body;
      bodySchema = from.bodySchema;
      bodies = from.bodies;
      answers = from.answers;
      refusals = from.refusals;
      openTo = from.openTo;
      limitClass = from.limitClass;
    }

    Operation operation() {
      return new Operation(
          from.id,
          from.summary,
          from.guard,
          permissions,
          tag,
          parameters,
          body,
          bodySchema,
          bodies,
          answers,
          refusals,
          openTo,
          limitClass,
          from.endpoint);
    }
  }
}
