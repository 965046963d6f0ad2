package io.glebe.core.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/**
 * The condition of a rule.
 *
 * @param threshold value or difference beyond which it holds
 * @param hysteresis how far the value must come back until it no longer holds
 * @param duration meaning depends on the kind, see the attribute durationSeconds
 * @param pause time after an event in which the rule starts no other one
 */
record AlarmCondition(
    Kind kind, double threshold, double hysteresis, Duration duration, Duration pause) {

  /** The kinds of rules, by their names in records. */
  enum Kind {
    ABOVE,
    BELOW,
    RISE,
    FALL,
    SILENCE,
    TASK_DUE;

    /** Whether a value is compared with the one some time before. */
    boolean compares() {
      return this == RISE || this == FALL;
    }
  }

  /** The condition in the attributes of a rule. */
  static AlarmCondition of(ObjectNode rule) {
    return new AlarmCondition(
        Kind.valueOf(rule.path("kind").asText()),
        rule.path("threshold").asDouble(),
        rule.path("hysteresis").asDouble(),
        Duration.ofSeconds(rule.path("durationSeconds").asLong()),
        Duration.ofSeconds(rule.path("pauseSeconds").asLong()));
  }

  /** How far a value or difference is beyond the threshold; negative on the side that is fine. */
  double beyond(double measured) {
    return kind == Kind.BELOW ? threshold - measured : measured - threshold;
  }

  /** How long the value must be beyond the threshold until an event starts. */
  Duration patience() {
    return kind.compares() ? Duration.ZERO : duration;
  }
}
