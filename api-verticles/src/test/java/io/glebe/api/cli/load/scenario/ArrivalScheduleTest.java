package io.glebe.api.cli.load.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {
  private static List<Long> times(long seed, double rate, int actions, int requests) {
    ArrivalSchedule schedule = new ArrivalSchedule(seed, rate);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < actions; i++) {
      times.add(schedule.due());
      schedule.advance(requests);
    }
    return times;
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    assertThat(times(5, 100, 1000, 1)).isEqualTo(times(5, 100, 1000, 1));
    assertThat(times(5, 100, 1000, 1)).isNotEqualTo(times(6, 100, 1000, 1));
  }

  @Test
  void timesNeverGoBack() {
    assertThat(times(1, 50_000, 10_000, 1)).isSorted().allMatch(time -> time >= 0);
  }

  @Test
  void theMeanRateIsThatOfRequestsAlsoWhereActionsHaveMany() {
    for (int requests : new int[] {1, 7}) {
      double seconds = times(3, 200, 20_000, requests).getLast() / 1e9;
      assertThat(20_000 * requests / seconds).isCloseTo(200, within(6.0));
    }
  }

  @Test
  void pausesAreExponential() {
    List<Long> times = times(11, 1000, 50_000, 1);
    long longer = 0;
    for (int i = 1; i < times.size(); i++) {
      longer += times.get(i) - times.get(i - 1) > 1_000_000 ? 1 : 0;
    }
    assertThat(longer / 50_000.0).isCloseTo(Math.exp(-1), within(0.01));
  }

  @Test
  void severalScenariosAreMergedInTheOrderOfTheirTimes() {
    ArrivalSequence arrivals = arrivals(4);
    long last = -1;
    int tiles = 0;
    for (int i = 0; i < 2000; i++) {
      long due = arrivals.due();
      ArrivalSequence.Arrival next = arrivals.next();
      assertThat(next.atNanos()).isEqualTo(due).isGreaterThanOrEqualTo(last);
      last = due;
      tiles += next.requests().getFirst().kind() == RequestClass.TILE ? 1 : 0;
    }
    assertThat(tiles / 2000.0).isCloseTo(0.75, within(0.05));
  }

  @Test
  void theFingerprintIsThatOfTheRequestsAndTheirTimes() {
    ArrivalSequence first = arrivals(4);
    ArrivalSequence second = arrivals(4);
    ArrivalSequence other = arrivals(5);
    for (int i = 0; i < 100; i++) {
      first.next();
      second.next();
      other.next();
    }
    assertThat(first.sequence()).isEqualTo(second.sequence()).isNotEqualTo(other.sequence());
    second.next();
    assertThat(first.sequence()).isNotEqualTo(second.sequence());
  }

  private static ArrivalSequence arrivals(long seed) {
    return new ArrivalSequence(
        List.of(stream(RequestClass.TILE, seed, 75), stream(RequestClass.RECORD, seed + 100, 25)));
  }

  private static ArrivalSequence.Stream stream(RequestClass kind, long seed, double rate) {
    return new ArrivalSequence.Stream(
        at -> List.of(LoadRequest.get(kind, Audience.FARM, "/" + kind.label(), "")),
        new ArrivalSchedule(seed, rate));
  }
}
