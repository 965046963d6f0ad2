package io.glebe.core.alarm;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a rule has been checked.
 *
 * @param checkedTo time of the last reading that counted
 * @param beyondFrom since when the value has been beyond the threshold
 * @param quietUntil until when the rule starts no event
 * @param isActive whether it has an event that has not ended
 */
record AlarmProgress(
    Instant checkedTo,
    Optional<Instant> beyondFrom,
    Optional<Instant> quietUntil,
    boolean isActive) {

  static AlarmProgress from(Instant time) {
    return new AlarmProgress(time, Optional.empty(), Optional.empty(), false);
  }

  AlarmProgress checkedTo(Instant time) {
    return new AlarmProgress(time, beyondFrom, quietUntil, isActive);
  }

  AlarmProgress beyond(Instant since) {
    return new AlarmProgress(checkedTo, Optional.of(since), quietUntil, isActive);
  }

  AlarmProgress notBeyond() {
    return new AlarmProgress(checkedTo, Optional.empty(), quietUntil, isActive);
  }

  AlarmProgress started() {
    return new AlarmProgress(checkedTo, Optional.empty(), Optional.empty(), true);
  }

  AlarmProgress ended(Instant quiet) {
    return new AlarmProgress(checkedTo, Optional.empty(), Optional.of(quiet), false);
  }

  boolean isQuietAt(Instant time) {
    return quietUntil.filter(time::isBefore).isPresent();
  }
}
