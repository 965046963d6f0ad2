package io.glebe.core.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.alarm.ThresholdCheck.Ended;
import io.glebe.core.alarm.ThresholdCheck.Started;
import io.glebe.core.alarm.ThresholdCheck.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;

/**
 * The result of the check of one rule.
 *
 * @param made new events with their attributes, those that have ended already among them
 * @param ended time at which the event that the rule had before has ended
 * @param event the event that has not ended now
 */
record CheckResult(
    LockedRule rule,
    AlarmProgress progress,
    Optional<Instant> dueAt,
    List<Map.Entry<UUID, ObjectNode>> made,
    Optional<Instant> ended,
    Optional<UUID> event) {

  /** The result of the readings of a rule. */
  static CheckResult ofReadings(LockedRule rule, List<Reading> readings) {
    ThresholdCheck.Outcome outcome =
        ThresholdCheck.check(rule.rule().condition(), rule.progress(), readings);
    return of(rule, outcome.steps(), outcome.progress(), Optional.empty());
  }

  /** The result of the silence of a datastream at a time. */
  static CheckResult ofSilence(LockedRule rule, Instant now) {
    Instant silentAt = rule.silentAt();
    AlarmProgress before = rule.progress();
    AlarmProgress progress =
        before.checkedTo(
            rule.last().filter(before.checkedTo()::isBefore).orElse(before.checkedTo()));
    boolean isSilent = !now.isBefore(silentAt);
    List<Step> steps = new ArrayList<>();
    if (isSilent && !before.isActive()) {
      steps.add(new Started(silentAt, Double.NaN));
      progress = progress.started();
    } else if (!isSilent && before.isActive()) {
      Instant end = rule.last().orElse(now);
      steps.add(new Ended(end));
      progress = progress.ended(end);
    }
    return of(rule, steps, progress, Optional.of(silentAt));
  }

  private static CheckResult of(
      LockedRule rule, List<Step> steps, AlarmProgress progress, Optional<Instant> dueAt) {
    List<Map.Entry<UUID, ObjectNode>> made = new ArrayList<>();
    Optional<Instant> ended = Optional.empty();
    Optional<UUID> event = rule.event();
    for (Step step : steps) {
      switch (step) {
        case Started start -> {
          UUID id = AlarmRecords.newId();
          made.add(Map.entry(id, AlarmRecords.event(rule.rule(), start.time(), value(start))));
          event = Optional.of(id);
        }
        case Ended end -> {
          if (made.isEmpty()) {
            ended = Optional.of(end.time());
          } else {
            AlarmRecords.end(made.getLast().getValue(), end.time());
          }
          event = Optional.empty();
        }
      }
    }
    return new CheckResult(rule, progress, dueAt, List.copyOf(made), ended, event);
  }

  private static OptionalDouble value(Started start) {
    return Double.isFinite(start.value())
        ? OptionalDouble.of(start.value())
        : OptionalDouble.empty();
  }
}
