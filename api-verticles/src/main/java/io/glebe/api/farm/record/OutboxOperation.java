package io.glebe.api.farm.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.ProblemHandler;
import io.glebe.api.http.Surface;
import io.glebe.api.http.header.HeaderText;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemJson;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One operation of an outbox: {@code {"method": "PATCH", "path": "/fields/7f…", "headers":
 * {"If-Match": "\"3\""}, "body": {…}}}.
 */
final class OutboxOperation {
  private static final int TOO_MANY = 429;
  private static final int SERVER_FAULT = 500;

  /** The form of a path. */
  static final String PATH_FORM = "(?:/v1)?/([a-z-]{1,40})/(" + UuidSyntax.PATTERN + ")";

  private static final Pattern PATH = Pattern.compile(PATH_FORM);

  private static final KnownMembers MEMBERS =
      KnownMembers.of("an operation", "method", "path", "headers", "body");

  /** The next step of the client for the operation. */
  private enum Outcome {
    /** Remove it from the outbox. */
    DONE,
    /** Another writer changed the record first: read it, decide and send another operation. */
    CONFLICT,
    /** Do not send it again. */
    REFUSED,
    /** The record is not the cause: send it again later. */
    RETRY
  }

  private OutboxOperation() {}

  /** Applies it; the future never fails. */
  static Future<ObjectNode> apply(RecordService records, ApiRequest request, JsonNode operation) {
    Future<ObjectNode> applied;
    try {
      applied = send(records, request, operation);
    } catch (Problem refusal) {
      applied = Future.failedFuture(refusal);
    }
    return applied.recover(failure -> Future.succeededFuture(refused(request, operation, failure)));
  }

  private static Future<ObjectNode> send(
      RecordService records, ApiRequest request, JsonNode operation) {
    refuseUnknown(MEMBERS, operation);
    OutboxHeaders headers = OutboxHeaders.of(operation);
    Matcher path = PATH.matcher(operation.path("path").asText(""));
    if (!path.matches()) {
      throw Problem.malformed("path must read /{collection}/{id}");
    }
    EntityType type =
        Catalogue.standard()
            .atPath(path.group(1))
            .orElseThrow(() -> Problem.notFound("there is no collection " + path.group(1)));
    WriteRequest write =
        WriteHeaders.write(
            request.caller(), headers::get, type, UUID.fromString(path.group(2)), body(operation));
    return switch (operation.path("method").asText("")) {
      case "PUT" -> records.put(write).map(w -> written(request, type, w));
      case "PATCH" -> records.patch(write).map(w -> written(request, type, w));
      case "DELETE" -> records.delete(write).map(done -> result(204, Outcome.DONE));
      default -> throw Problem.malformed("method must be PUT, PATCH or DELETE");
    };
  }

  /** 400 for an object of an outbox with another member. */
  static void refuseUnknown(KnownMembers known, JsonNode object) {
    List<Violation> faults = known.faults(object, "");
    if (!faults.isEmpty()) {
      throw Problem.malformed(faults.getFirst().detail());
    }
  }

  private static ObjectNode body(JsonNode operation) {
    JsonNode body = operation.path("body");
    if (body instanceof ObjectNode object) {
      return object;
    }
    if (operation.path("method").asText("").equals("DELETE")) {
      return Json.object();
    }
    throw Problem.malformed("body must be a JSON object");
  }

  private static ObjectNode result(int status, Outcome outcome) {
    return Json.object().put("status", status).put("outcome", outcome.name());
  }

  private static ObjectNode written(ApiRequest request, EntityType type, WriteResult written) {
    boolean created = written.outcome() == WriteResult.Outcome.CREATED;
    ObjectNode result = result(created ? 201 : 200, Outcome.DONE);
    ObjectNode headers = result.putObject("headers").put("ETag", written.stored().etag());
    if (created) {
      String address = RecordEndpoints.address(type, written.stored().id());
      headers.put("Location", request.links().to(Surface.FARM, address));
    }
    if (!written.overridden().isEmpty()) {
      headers.put("Glebe-Overridden", HeaderText.list(written.overridden()));
    }
    if (!written.unknown().isEmpty()) {
      headers.put("Glebe-Unknown-Attributes", HeaderText.list(written.unknown()));
    }
    result.putRawValue("body", new RawValue(written.stored().text()));
    return result;
  }

  /** The result of an operation that failed or was not attempted. */
  static ObjectNode refused(ApiRequest request, JsonNode operation, Throwable failure) {
    Problem problem = ProblemHandler.problem(failure, request.id(), "an operation of an outbox");
    boolean isTransient = problem.status() == TOO_MANY || isTransient(failure, problem);
    ObjectNode result =
        result(problem.status(), isTransient ? Outcome.RETRY : outcome(operation, problem));
    problem.headers().forEach(result.putObject("headers")::put);
    result.set("body", ProblemJson.toJson(problem, request.links().problems(), request.id()));
    return result;
  }

  /**
   * Whether the cause is temporary and not in the operation. An internal error of this operation
   * would repeat at every attempt and block the outbox; the database may recover.
   */
  private static boolean isTransient(Throwable failure, Problem problem) {
    boolean isOurFault =
        problem.type() == ProblemType.INTERNAL && !DatabaseProblems.isRefusal(failure);
    return problem.status() >= SERVER_FAULT && !isOurFault;
  }

  /**
   * In the synchronization protocol, a create of an existing record and a delete of a missing
   * record count as done.
   */
  private static Outcome outcome(JsonNode operation, Problem problem) {
    boolean deletion = operation.path("method").asText("").equals("DELETE");
    if (problem.type() == ProblemType.PRECONDITION_FAILED) {
      boolean creation = OutboxHeaders.of(operation).get("If-None-Match").isPresent();
      return creation ? Outcome.DONE : Outcome.CONFLICT;
    }
    if (problem.type() == ProblemType.NOT_FOUND && deletion) {
      return Outcome.DONE;
    }
    return Outcome.REFUSED;
  }
}
