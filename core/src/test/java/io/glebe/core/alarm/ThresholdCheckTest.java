package io.glebe.core.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.alarm.AlarmCondition.Kind;
import io.glebe.core.alarm.ThresholdCheck.Ended;
import io.glebe.core.alarm.ThresholdCheck.Started;
import io.glebe.core.alarm.ThresholdCheck.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThresholdCheckTest {
  private static final Instant START = Instant.parse("2026-05-01T06:00:00Z");

  private static AlarmCondition condition(Kind kind, double hysteresis, int seconds, int pause) {
    return new AlarmCondition(
        kind, 30, hysteresis, Duration.ofSeconds(seconds), Duration.ofSeconds(pause));
  }

  private static Instant at(int minute) {
    return START.plus(Duration.ofMinutes(minute));
  }

  /** One reading each minute. */
  private static List<Reading> minutes(double... values) {
    List<Reading> readings = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      readings.add(Reading.of(at(i), values[i]));
    }
    return readings;
  }

  private static List<Step> steps(AlarmCondition condition, List<Reading> readings) {
    return ThresholdCheck.check(condition, AlarmProgress.from(START), readings).steps();
  }

  @Test
  void anEventStartsBeyondTheThresholdAndNotAtIt() {
    assertThat(steps(condition(Kind.ABOVE, 0, 0, 0), minutes(30, 30.1, 30.2, 30)))
        .containsExactly(new Started(at(1), 30.1), new Ended(at(3)));
    assertThat(steps(condition(Kind.BELOW, 0, 0, 0), minutes(30, 29, 31)))
        .containsExactly(new Started(at(1), 29), new Ended(at(2)));
  }

  @Test
  void aValueMustBeBeyondTheThresholdForTheWholeDuration() {
    AlarmCondition condition = condition(Kind.ABOVE, 0, 180, 0);
    assertThat(steps(condition, minutes(31, 31, 29, 31, 31, 31))).isEmpty();
    assertThat(steps(condition, minutes(31, 31, 29, 31, 31, 31, 32)))
        .containsExactly(new Started(at(3), 32));
  }

  @Test
  void aValueThatOscillatesWithinTheHysteresisMakesOneEvent() {
    assertThat(steps(condition(Kind.ABOVE, 2, 0, 0), minutes(31, 29, 31, 28.5, 31, 28, 29, 29.9)))
        .containsExactly(new Started(at(0), 31), new Ended(at(5)));
  }

  @Test
  void noEventStartsInThePauseAfterAnEvent() {
    assertThat(steps(condition(Kind.ABOVE, 0, 0, 240), minutes(31, 29, 31, 29, 31, 31, 31)))
        .containsExactly(new Started(at(0), 31), new Ended(at(1)), new Started(at(4), 31));
  }

  @Test
  void differencesAreComparedAndAReadingWithoutAnEarlierOneDoesNotCount() {
    List<Reading> readings =
        List.of(
            Reading.of(at(0), 100),
            new Reading(at(1), 100, OptionalDouble.of(69)),
            new Reading(at(2), 100, OptionalDouble.of(131)));
    assertThat(steps(condition(Kind.RISE, 0, 60, 0), readings))
        .containsExactly(new Started(at(1), 31), new Ended(at(2)));
    assertThat(steps(condition(Kind.FALL, 0, 60, 0), readings))
        .containsExactly(new Started(at(2), 31));
  }

  @Test
  void readingsInSeveralPartsGiveTheSameEventsAsAtOnce() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      double[] values = random.doubles(60, 25, 35).toArray();
      AlarmCondition condition =
          condition(
              random.nextBoolean() ? Kind.ABOVE : Kind.BELOW,
              random.nextInt(3),
              60 * random.nextInt(4),
              60 * random.nextInt(5));
      List<Reading> readings = minutes(values);
      List<Step> inParts = new ArrayList<>();
      AlarmProgress progress = AlarmProgress.from(START);
      for (int from = 0; from < readings.size(); ) {
        int until = Math.min(readings.size(), from + 1 + random.nextInt(9));
        ThresholdCheck.Outcome part =
            ThresholdCheck.check(condition, progress, readings.subList(from, until));
        inParts.addAll(part.steps());
        progress = part.progress();
        from = until;
      }
      assertThat(inParts).as("round %d", round).isEqualTo(steps(condition, readings));
    }
  }
}
