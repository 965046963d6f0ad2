package io.glebe.api.partner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.Locale;
import java.util.Optional;

/** An account at the sandbox partner: its data, and the failures that the partner simulates. */
final class SandboxAccount {
  /** The kinds of simulated failures. */
  enum Failure {
    NONE,
    /** 429 with Retry-After. */
    RATE_LIMITED,
    /** 500. */
    ERROR,
    /** 200 with a body that is not JSON. */
    GARBAGE,
    /** A delayed response. */
    SLOW
  }

  /**
   * The simulated failure of later requests.
   *
   * @param at only requests whose path contains this
   * @param times number of remaining failures; unlimited below 0
   * @param retryAfter text of that header
   * @param delayMillis delay of a slow response in milliseconds
   */
  record Behaviour(Failure failure, String at, int times, String retryAfter, int delayMillis) {
    static final Behaviour GOOD = new Behaviour(Failure.NONE, "", 0, "", 0);
  }

  private static final int MAX_DELAY_MILLIS = 120_000;
  private static final int DEFAULT_LIFE_SECONDS = 600;

  private final SandboxData data = new SandboxData();
  private Behaviour behaviour = Behaviour.GOOD;
  private int lifeSeconds = DEFAULT_LIFE_SECONDS;
  private int requests;

  SandboxData data() {
    return data;
  }

  /** Life of the access tokens made from now on, in seconds. */
  synchronized int lifeSeconds() {
    return lifeSeconds;
  }

  /** The outcome of a request for the given path; counts the request. */
  synchronized Behaviour next(String path) {
    requests++;
    if (behaviour.failure() == Failure.NONE
        || behaviour.times() == 0
        || !path.contains(behaviour.at())) {
      return Behaviour.GOOD;
    }
    Behaviour now = behaviour;
    behaviour =
        new Behaviour(
            now.failure(), now.at(), now.times() - 1, now.retryAfter(), now.delayMillis());
    return now;
  }

  /** Data requests so far. */
  synchronized int requests() {
    return requests;
  }

  /**
   * Changes the members that the body contains: {@code failure}, {@code at}, {@code times}, {@code
   * retryAfter}, {@code delayMillis}, {@code lifeSeconds}, {@code names}.
   */
  synchronized void change(ObjectNode body) {
    if (body.has("failure")) {
      behaviour =
          new Behaviour(
              failure(body.path("failure").asText()),
              body.path("at").asText(""),
              body.path("times").asInt(-1),
              body.path("retryAfter").asText(""),
              Math.clamp(body.path("delayMillis").asInt(), 0, MAX_DELAY_MILLIS));
    }
    Optional.ofNullable(body.get("lifeSeconds"))
        .filter(JsonNode::isInt)
        .ifPresent(lifetime -> lifeSeconds = Math.clamp(lifetime.asInt(), 1, DEFAULT_LIFE_SECONDS));
    body.path("names")
        .properties()
        .forEach(name -> data.rename(name.getKey(), name.getValue().asText()));
  }

  private static Failure failure(String name) {
    try {
      return Failure.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(
          Violation.at("sandbox", "/failure", "none, rate-limited, error, garbage or slow"));
    }
  }
}
