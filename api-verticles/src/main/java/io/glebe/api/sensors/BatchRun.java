package io.glebe.api.sensors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.json.Json;
import io.glebe.core.memory.RequestResources;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.entity.SensorWrites;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs one batch. Its requests run one after the other; each is checked with the permissions at its
 * start and has its own result, independent of earlier results. The requests of a group are one
 * transaction: if one fails, none is stored and the others get 424.
 */
final class BatchRun {
  private static final int FAILED_DEPENDENCY = 424;

  private Caller caller;
  private final String base;
  private final RequestResources resources;
  private final SensorEndpoints endpoints;
  private final Function<Throwable, Problem> problems;
  private final BatchLinks links;
  private final List<BatchItem.Answer> answers = new ArrayList<>();
  private final Set<String> failed = new HashSet<>();

  /**
   * @param resources of the batch, which its requests share
   */
  BatchRun(
      Caller caller,
      String base,
      RequestResources resources,
      SensorEndpoints endpoints,
      Function<Throwable, Problem> problems) {
    this.caller = caller;
    this.base = base;
    this.resources = resources;
    this.endpoints = endpoints;
    this.problems = problems;
    this.links = new BatchLinks(base);
  }

  /** Runs all requests, and waits for each of them. */
  List<BatchItem.Answer> run(List<BatchItem> items) {
    BatchPlan.of(items).forEach(this::answer);
    return answers;
  }

  private void answer(List<BatchItem> unit) {
    List<Outcome> outcomes = outcomes(unit);
    for (int i = 0; i < unit.size(); i++) {
      complete(unit.get(i), outcomes.get(i));
    }
  }

  private List<Outcome> outcomes(List<BatchItem> unit) {
    if (unit.stream().anyMatch(this::isLost)) {
      return unit.stream().map(item -> dependent()).toList();
    }
    try {
      caller = Awaiting.await(caller.now());
      BatchItem first = unit.getFirst();
      return first.group().isEmpty() ? List.of(single(first)) : new Group(unit).run();
    } catch (RuntimeException failure) {
      Outcome refusal = refusal(problems.apply(failure));
      return unit.stream().map(item -> refusal).toList();
    }
  }

  /** Whether a required request has failed. */
  private boolean isLost(BatchItem item) {
    return item.needs().stream().anyMatch(failed::contains)
        || links.references(item).stream().anyMatch(failed::contains);
  }

  private void complete(BatchItem item, Outcome outcome) {
    answers.add(new BatchItem.Answer(item, outcome));
    if (outcome.isError()) {
      failed.add(item.id());
      failed.add(item.group());
    } else if (!outcome.location().isEmpty()) {
      links.made(item.id(), outcome.location());
    }
  }

  private static Outcome dependent() {
    return error(FAILED_DEPENDENCY, "a request on which this one depends has failed");
  }

  /** Whether the request failed because another request failed. */
  static boolean isDependent(Outcome outcome) {
    return outcome.status() == FAILED_DEPENDENCY;
  }

  private static Outcome error(int status, String message) {
    ObjectNode body = Json.object().put("code", status).put("message", message);
    return Outcome.json(status, Buffer.buffer(Json.bytes(body)));
  }

  private static Outcome refusal(Problem problem) {
    return error(problem.status(), problem.detail());
  }

  private Outcome single(BatchItem item) {
    return Awaiting.await(endpoints.handle(item.method(), call(item), links.resolved(item.body())));
  }

  private SensorEndpoints.Call call(BatchItem item) {
    BatchLinks.Target target = links.target(item.url());
    return new SensorEndpoints.Call(
        caller, base, target.path(), target.options(), item.representation(), resources);
  }

  /** Runs the requests of a group in one transaction. */
  private final class Group {
    private final List<BatchItem> items;
    private volatile int at;

    Group(List<BatchItem> items) {
      this.items = items;
    }

    List<Outcome> run() {
      try {
        return shown(Awaiting.await(endpoints.inTransaction(caller, this::write)));
      } catch (RuntimeException failure) {
        return undone(problems.apply(failure));
      }
    }

    private List<SensorEndpoints.Change> write(SensorWrites writes) {
      links.forget(items); // the transaction may run again
      List<SensorEndpoints.Change> changes = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        at = i;
        BatchItem item = items.get(i);
        SensorEndpoints.Call call = call(item);
        SensorEndpoints.Change change =
            SensorEndpoints.change(writes, item.method(), call, links.resolved(item.body()));
        change.made().ifPresent(made -> links.made(item.id(), call.address(made)));
        changes.add(change);
      }
      at = items.size(); // a later failure cannot be attributed to a request
      return changes;
    }

    private List<Outcome> shown(List<SensorEndpoints.Change> changes) {
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < changes.size(); i++) {
        SensorEndpoints.Call here =
            new SensorEndpoints.Call(
                caller, base, "", Map.of(), items.get(i).representation(), resources);
        outcomes.add(Awaiting.await(endpoints.shown(here, changes.get(i))));
      }
      return outcomes;
    }

    private List<Outcome> undone(Problem problem) {
      int culprit = at;
      links.forget(items);
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        outcomes.add(
            i == culprit
                ? refusal(problem)
                : error(
                    FAILED_DEPENDENCY,
                    "undone, as request "
                        + (culprit + 1)
                        + " of the group has failed: none of them has happened"));
      }
      return outcomes;
    }
  }
}
