package io.glebe.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.memory.DirectMemory;
import io.glebe.core.problem.DatabaseProblems;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemJson;
import io.glebe.core.problem.RetrySeconds;
import io.glebe.core.problem.SystemProblems;
import io.netty.util.internal.OutOfDirectMemoryError;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps failures to problem documents. */
public final class ProblemHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

  private ProblemHandler() {}

  /** The problem for the client; server faults are logged with the request id. */
  public static Problem problem(Throwable failure, String requestId, String template) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof Problem problem) {
      return problem;
    }
    if (cause instanceof OutOfDirectMemoryError) {
      LOG.warn("request {} to {} found no memory: {}", requestId, template, cause.getMessage());
      return DirectMemory.exhausted();
    }
    if (cause instanceof RejectedExecutionException || cause instanceof TimeoutException) {
      LOG.warn(
          "request {} to {} found the server busy: {}", requestId, template, cause.getMessage());
      return Problem.tooBusy("the server is busy", RetrySeconds.SHORT);
    }
    String operation = "request " + requestId + " to " + template;
    return DatabaseProblems.of(cause, operation)
        .or(() -> SystemProblems.of(cause, operation))
        .orElseGet(
            () -> {
              LOG.error("request {} to {} failed", requestId, template, cause);
              return Problem.internal("the server failed; the request id leads to its log");
            });
  }

  /** The reply that carries a problem. */
  public static Reply reply(Problem problem, LinkBuilder links, String requestId, Surface surface) {
    ObjectNode json = ProblemJson.toJson(problem, links.problems(), requestId);
    if (surface.equals(Surface.SENSOR)) { // the members that SensorThings clients expect
      json.put("code", problem.status());
      json.put("message", problem.detail());
    }
    Reply reply =
        Reply.bytes(problem.status(), ProblemJson.MEDIA_TYPE, Buffer.buffer(Json.bytes(json)));
    problem.headers().forEach(reply::header);
    return reply.cache("no-store");
  }
}
