package io.glebe.core.alarm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Decides from readings, in the order of their times, when events of a rule start and end: {@code
 * ThresholdCheck.check(condition, progress, readings)}. Pure; the same readings give the same
 * events, in one call or in several.
 */
final class ThresholdCheck {
  /** The start or the end of an event. */
  sealed interface Step {
    Instant time();
  }

  /**
   * An event starts.
   *
   * @param time since when the condition has held
   * @param value value or difference that has made it start
   */
  record Started(Instant time, double value) implements Step {}

  /** The event ends. */
  record Ended(Instant time) implements Step {}

  /** What happened, and how far the rule has been checked then. */
  record Outcome(List<Step> steps, AlarmProgress progress) {
    Outcome {
      steps = List.copyOf(steps);
    }
  }

  private ThresholdCheck() {}

  static Outcome check(AlarmCondition condition, AlarmProgress before, List<Reading> readings) {
    List<Step> steps = new ArrayList<>();
    AlarmProgress now = before;
    for (Reading reading : readings) {
      now = now.checkedTo(reading.time());
      OptionalDouble measured = reading.measured(condition.kind());
      if (measured.isPresent()) {
        now = next(condition, now, reading.time(), measured.getAsDouble(), steps);
      }
    }
    return new Outcome(steps, now);
  }

  private static AlarmProgress next(
      AlarmCondition condition,
      AlarmProgress before,
      Instant time,
      double measured,
      List<Step> steps) {
    double beyond = condition.beyond(measured);
    if (before.isActive()) {
      if (beyond > -condition.hysteresis()) {
        return before;
      }
      steps.add(new Ended(time));
      return before.ended(time.plus(condition.pause()));
    }
    if (beyond <= 0) {
      return before.notBeyond();
    }
    Instant since = before.beyondFrom().orElse(time);
    if (time.isBefore(since.plus(condition.patience())) || before.isQuietAt(time)) {
      return before.beyond(since);
    }
    steps.add(new Started(since, measured));
    return before.started();
  }
}
