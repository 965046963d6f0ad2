package io.glebe.bench.load;

import io.glebe.bench.load.Requests.Cpu;
import io.glebe.bench.load.Requests.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Load from {@code wrk}, a generator that costs about as little as pgbench, in its own process: the
 * measured CPU time belongs to the platform alone. A script in Lua creates the requests.
 */
record Wrk(String address, String token) {
  private static final int MAX_ROUNDS = 10;
  private static final int ROUND_SECONDS = 6;
  private static final double STEADY = 0.97;
  private static final Path PROGRAM = Path.of("/usr/bin/wrk");
  private static final Pattern RATE =
      Pattern.compile("answered (\\d+) in (\\d+) us, (\\d+) not 2xx");
  private static final Pattern LATENCY = Pattern.compile("p50 (\\d+) p99 (\\d+)");

  /** Printed by the script, because the program itself prints rounded numbers. */
  private static final String REPORT =
      """
      done = function(summary, latency, requests)
        local e = summary.errors
        print(string.format("answered %d in %d us, %d not 2xx", summary.requests, summary.duration,
          e.status + e.read + e.write + e.timeout + e.connect))
        print(string.format("p50 %d p99 %d", latency:percentile(50), latency:percentile(99)))
      end
      """;

  static boolean present() {
    return Peer.present(List.of(PROGRAM), "wrk");
  }

  /**
   * Runs until a round costs no less CPU time per request than the round before, at most a minute.
   */
  void warm(int atOnce, String lua) throws IOException {
    double before = Double.MAX_VALUE;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      double now = run(ROUND_SECONDS, atOnce, lua).cpuMicros();
      if (now > STEADY * before) {
        return;
      }
      before = now;
    }
  }

  /**
   * Keeps requests active for the given number of seconds.
   *
   * @param lua defines the function {@code request}
   */
  Rate run(int seconds, int atOnce, String lua) throws IOException {
    Path script = Files.createTempFile("glebe-wrk-", ".lua");
    Files.writeString(
        script,
        "math.randomseed(1)\nwrk.headers[\"Authorization\"] = \"Bearer "
            + token
            + "\"\nwrk.headers[\"Content-Type\"] = \"application/json\"\n"
            + lua
            + "\n"
            + REPORT);
    Cpu cpu = Cpu.now();
    String output =
        Peer.run(
            Objects.requireNonNull(script.getParent(), "the script lies in a folder"),
            List.of(
                PROGRAM.toString(),
                "-t1",
                "-c" + atOnce,
                "-d" + seconds + "s",
                "-s",
                script.toString(),
                address));
    Files.delete(script);
    Matcher rate = RATE.matcher(output);
    Matcher latency = LATENCY.matcher(output);
    if (!rate.find() || !latency.find()) {
      throw new IllegalStateException(output);
    }
    long answered = Long.parseLong(rate.group(1));
    return new Rate(
        answered * 1e6 / Long.parseLong(rate.group(2)),
        Long.parseLong(rate.group(3)),
        Long.parseLong(latency.group(1)) / 1e3,
        Long.parseLong(latency.group(2)) / 1e3,
        cpu.processMicros(answered),
        cpu.serverMicros(answered));
  }
}
