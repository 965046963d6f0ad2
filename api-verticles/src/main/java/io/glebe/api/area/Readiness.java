package io.glebe.api.area;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Whether requests can be served, with the reasons if not. Thread-safe. */
public final class Readiness {
  private static final long CHECK_SECONDS = 2;

  /** The state of all parts: ready, or the reasons for not being ready. */
  public record State(boolean ready, Map<String, String> parts) {}

  private volatile String phase = "starting";
  private final Map<String, Supplier<Future<?>>> checks = new ConcurrentHashMap<>();
  private final Map<String, Supplier<Optional<String>>> notes = new ConcurrentHashMap<>();

  /** Adds a part whose check must succeed for the platform to be ready. */
  public void check(String part, Supplier<Future<?>> check) {
    checks.put(part, check);
  }

  /** Adds a note for operators about a part that is ready nevertheless. */
  public void note(String part, Supplier<Optional<String>> note) {
    notes.put(part, note);
  }

  /** All parts have been started. */
  public void started() {
    phase = "";
  }

  /** The process is about to stop. */
  public void stopping() {
    phase = "stopping";
  }

  /** Checks all parts; a part that takes longer than {@value #CHECK_SECONDS} s is not ready. */
  public Future<State> state() {
    Map<String, String> parts = new LinkedHashMap<>();
    if (!phase.isEmpty()) {
      parts.put("process", phase);
      return Future.succeededFuture(new State(false, parts));
    }
    List<Future<?>> results = new ArrayList<>();
    Map<String, String> answers = new ConcurrentHashMap<>();
    checks.forEach(
        (part, check) ->
            results.add(
                run(check)
                    .onComplete(
                        done -> answers.put(part, done.succeeded() ? "ready" : "not answering"))));
    return Future.join(results)
        .transform(
            done -> {
              parts.put("process", "ready");
              answers.entrySet().stream()
                  .sorted(Map.Entry.comparingByKey())
                  .forEach(e -> parts.put(e.getKey(), e.getValue()));
              notes.forEach((part, note) -> note.get().ifPresent(text -> parts.put(part, text)));
              return Future.succeededFuture(new State(done.succeeded(), parts));
            });
  }

  private static Future<?> run(Supplier<Future<?>> check) {
    try {
      return check.get().timeout(CHECK_SECONDS, TimeUnit.SECONDS);
    } catch (RuntimeException e) {
      return Future.failedFuture(e);
    }
  }
}
