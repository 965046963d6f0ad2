package io.glebe.api.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.PlatformProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A platform with a good client, and an abuser in a process of its own. */
final class AbuseRun implements AutoCloseable {
  private static final int LAST_CHARACTERS = 300;
  private static final int MOST_PRINTED = 5;

  private final PlatformProcess platform;
  private final AbuseStage stage;
  private final GoodTarget goodTarget;
  private final GoodClient good;
  private final AbuserProcess abuser;
  private final ResidentMemory memory;
  private final AbuseLimits limits;
  private final List<String> ends = new ArrayList<>();
  private boolean hasEnded;

  /**
   * @param folder for all data
   * @param seed of all random numbers, which is printed
   * @param shortLived whether the platform has the flags for a short-lived process
   */
  AbuseRun(Path folder, long seed, boolean shortLived, AbuseStage.Size size, AbuseLimits limits)
      throws IOException, InterruptedException {
    this.limits = limits;
    System.out.println("abuse: seed " + seed);
    Path data = folder.resolve("data");
    platform = PlatformProcess.withSample(data, shortLived);
    stage = new AbuseStage(data, platform.running(), size);
    goodTarget = stage.good();
    abuser = AbuserProcess.start(stage.abused(seed), folder.resolve("abuser.err"));
    memory = new ResidentMemory(platform.pid(), platform.running().path("http").asText());
    good = new GoodClient(goodTarget);
    rest(limits.warmUp());
    good.next();
  }

  /**
   * Lets this time pass, unless the platform ends; then its fault is added to those of the period.
   */
  private void rest(Duration time) throws IOException, InterruptedException {
    if (!hasEnded && platform.endsWithin(time)) {
      hasEnded = true;
      String output = platform.output() + platform.log();
      String last = output.substring(Math.max(0, output.length() - LAST_CHARACTERS));
      ends.add("the process ended with code " + platform.ended() + ": " + last.strip());
    }
  }

  /** Whether the platform has ended, so that this run is over. */
  boolean hasEnded() {
    return hasEnded;
  }

  /** Runs one abuse for this time and measures the time of recovery. */
  AbuseResult abuse(String name, Duration time) throws IOException, InterruptedException {
    return abuse(name, List.of(name), time);
  }

  /** Runs abuses at the same time. */
  AbuseResult abuse(String title, List<String> names, Duration time)
      throws IOException, InterruptedException {
    AbuseResult.Level before = memory.level();
    memory.takePeak();
    good.next();
    for (String name : names) {
      abuser.start(name);
    }
    rest(time);
    Map<String, String> events = new TreeMap<>();
    for (String name : names) {
      events.put(name, abuser.stop(name));
    }
    Latencies during = good.next();
    rest(limits.recovery());
    var resident = new AbuseResult.Memory(before, memory.takePeak(), memory.level());
    String text = names.size() == 1 ? events.values().iterator().next() : events.toString();
    AbuseResult result =
        new AbuseResult(title, during, good.next(), resident, text, List.copyOf(ends));
    System.out.println(result.row());
    result.faults(limits).stream()
        .limit(MOST_PRINTED)
        .forEach(fault -> System.out.println("  " + fault));
    return result;
  }

  /** Ends the good client, and compares what was acknowledged with what is stored. */
  void assertThatAllAcknowledgedIsStored() throws IOException, InterruptedException {
    good.close();
    assertThat(good.lostTasks()).as("acknowledged tasks that are lost").isEmpty();
    assertThat(stage.stored(goodTarget))
        .as("stored observations")
        .isGreaterThanOrEqualTo(good.acknowledgedMessages());
    System.out.println(
        String.format(
            Locale.ROOT,
            "abuse: %d tasks and %d messages were acknowledged, and all are stored",
            good.acknowledgedTasks(),
            good.acknowledgedMessages()));
  }

  /** Stops the platform, which must end normally and must not have lacked memory. */
  void assertThatThePlatformStops() throws IOException, InterruptedException {
    assertThat(platform.stop("TERM")).as(platform.log()).isZero();
    assertThat(platform.output()).doesNotContain("OutOfMemoryError");
    assertThat(platform.log()).doesNotContain("OutOfMemoryError");
  }

  @Override
  public void close() {
    try {
      abuser.close();
      good.close();
    } finally {
      memory.close();
      stage.close();
      platform.close();
    }
  }
}
