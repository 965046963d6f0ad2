package io.glebe.bench.load;

import io.glebe.api.boot.cluster.Cluster;
import io.glebe.api.boot.cluster.ClusterPart;
import io.glebe.api.boot.cluster.ClusterPlan;
import io.glebe.api.boot.cluster.InstalledProgram;
import io.glebe.core.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One, two and four gateways over the same database and store: requests a second, and the CPU time
 * that a request costs each part. The load goes to all gateways, and then to the first one alone,
 * which shows what the others do about its writes. All processes share the processors of the
 * machine, so that the times count and not the rates. Only the first compiler of the JVM works.
 *
 * <p>{@code GrowthLoad [seconds per scenario]}; default 8. Properties of the JVM: {@code
 * glebe.growth.connections} at all gateways together, 32; {@code glebe.growth.kind}, a part of the
 * name of the only kind of request; {@code glebe.growth.pinned}, with which all gateways share the
 * first processor, and PostgreSQL and the load the second; {@code glebe.growth.messages}, that
 * devices publish each second at the broker, 4,000. Messages have clusters of their own, because
 * gateways with a broker publish observations there.
 */
public final class GrowthLoad {
  private static final Logger LOG = LoggerFactory.getLogger(GrowthLoad.class);
  private static final List<Integer> GATEWAYS = List.of(1, 2, 4);
  private static final int CONNECTIONS = Integer.getInteger("glebe.growth.connections", 32);
  private static final String MESSAGE = "message";
  private static final String KIND = System.getProperty("glebe.growth.kind", "");
  private static final boolean PINNED = Boolean.getBoolean("glebe.growth.pinned");

  /** Several processes on few processors would spend the time of the run on the second compiler. */
  private static final List<String> ONE_COMPILER =
      List.of("-XX:TieredStopAtLevel=1", "-Dglebe.vectors=false");

  private final GrowthRequests requests;
  private final Cluster cluster;
  private final int seconds;

  private GrowthLoad(Cluster cluster, int seconds) throws IOException, InterruptedException {
    this.cluster = cluster;
    this.seconds = seconds;
    this.requests = GrowthRequests.prepare(cluster.gateways());
  }

  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    if (!Wrk.present()) {
      throw new IllegalStateException("no load without wrk");
    }
    if (PINNED) {
      pinThisProcess();
    }
    StringBuilder table =
        new StringBuilder(
            """

            | request | gateways | with load | requests/s | p99 | each: gateways with load | each: the others | each: PostgreSQL |
            |---|---|---|---|---|---|---|---|
            """);
    for (ClusterPlan.Programs programs : programs()) {
      for (int gateways : GATEWAYS) {
        rows(gateways, seconds, programs).forEach(table::append);
      }
    }
    LOG.info("CPU time in microseconds{}", table);
  }

  /** Without a broker for requests, and with one for messages. */
  private static List<ClusterPlan.Programs> programs() {
    List<ClusterPlan.Programs> programs = new ArrayList<>();
    if (!KIND.equals(MESSAGE)) {
      programs.add(ClusterPlan.Programs.none());
    }
    if (MESSAGE.contains(KIND)) {
      InstalledProgram.find("mosquitto").map(ClusterPlan.Programs::broker).ifPresent(programs::add);
    }
    return programs;
  }

  private static List<String> rows(int gateways, int seconds, ClusterPlan.Programs programs)
      throws IOException, InterruptedException {
    Path data = Files.createTempDirectory("glebe-growth-");
    try (Cluster cluster = new Cluster(plan(data, gateways, programs), LOG::info)) {
      cluster.start();
      GrowthLoad load = new GrowthLoad(cluster, seconds);
      return programs.mosquitto().isPresent() ? load.messages() : load.run();
    } finally {
      Folders.delete(data);
    }
  }

  /** The processes that this one starts inherit its processor. */
  private static void pinThisProcess() throws IOException, InterruptedException {
    String self = Long.toString(ProcessHandle.current().pid());
    int code = new ProcessBuilder("taskset", "-a", "-p", "-c", "1", self).start().waitFor();
    if (code != 0) {
      throw new IllegalStateException("this machine has no second processor for this process");
    }
  }

  private static ClusterPlan plan(Path data, int gateways, ClusterPlan.Programs programs) {
    List<String> java = new ArrayList<>();
    if (PINNED) {
      java.addAll(List.of("taskset", "-c", "0"));
    }
    java.add(ProcessHandle.current().info().command().orElse("java"));
    java.add("@" + GlebeProcess.JVM_OPTIONS);
    java.addAll(ONE_COMPILER);
    java.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return new ClusterPlan(
        data,
        0,
        gateways,
        ClusterPlan.Replica.NONE,
        programs,
        java,
        Map.of(
            "GLEBE_ACCESS_LOG", "false",
            "GLEBE_RATE_LIMITS", "",
            "GLEBE_TILE_CACHE_BYTES", "8M",
            "GLEBE_WARM_UP", "false"),
        ClusterPlan.Route.DIRECT);
  }

  /** A row for each kind of request, with the load at all gateways and at one. */
  private List<String> run() throws InterruptedException {
    List<String> rows = new ArrayList<>();
    int all = cluster.gateways().size();
    for (GrowthRequests.Kind kind : requests.kinds()) {
      if (!kind.name().contains(KIND)) {
        continue;
      }
      measure(kind, all, 2 * seconds); // until the compiler is done
      rows.add(measure(kind, all, seconds));
      if (all > 1) {
        rows.add(measure(kind, 1, seconds));
      }
    }
    return rows;
  }

  /** A row for messages, which all gateways share. */
  private List<String> messages() throws IOException, InterruptedException {
    try (GrowthMessages messages = new GrowthMessages(cluster, requests.datastreams())) {
      messages.send(2 * seconds); // until the compiler is done
      List<Long> before = cpuNanos();
      double perSecond = messages.send(seconds);
      List<Long> spent = difference(before, cpuNanos());
      Requests.Rate rate = new Requests.Rate(perSecond, 0, 0, 0, 0, 0);
      return List.of(row(MESSAGE, cluster.gateways().size(), seconds, List.of(rate), spent));
    }
  }

  private static List<Long> difference(List<Long> before, List<Long> after) {
    return IntStream.range(0, after.size()).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  private String measure(GrowthRequests.Kind kind, int loaded, int time)
      throws InterruptedException {
    List<Long> before = cpuNanos();
    List<Requests.Rate> rates = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int gateway = 0; gateway < loaded; gateway++) {
      Wrk wrk = new Wrk(cluster.gateways().get(gateway).toString(), kind.token());
      String lua = kind.lua(gateway);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                Requests.Rate rate = run(wrk, time, CONNECTIONS / loaded, lua);
                synchronized (rates) {
                  rates.add(rate);
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return row(kind.name(), loaded, time, rates, difference(before, cpuNanos()));
  }

  private static Requests.Rate run(Wrk wrk, int time, int connections, String lua) {
    try {
      return wrk.run(time, connections, lua);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** CPU time of PostgreSQL, and of each gateway. */
  private List<Long> cpuNanos() {
    Stream<ClusterPart> gateways =
        cluster.parts().stream().filter(part -> part.name().startsWith(Cluster.GATEWAY));
    return Stream.concat(Stream.of(cluster.part(Cluster.DATABASE)), gateways)
        .map(part -> Peer.cpuNanos(ProcessHandle.of(part.pid()).orElseThrow()))
        .toList();
  }

  private static String row(
      String kind, int loaded, int time, List<Requests.Rate> rates, List<Long> spent) {
    double perSecond = rates.stream().mapToDouble(Requests.Rate::perSecond).sum();
    long failed = rates.stream().mapToLong(Requests.Rate::failed).sum();
    double slowest = rates.stream().mapToDouble(Requests.Rate::p99Millis).max().orElseThrow();
    double answered = perSecond * time * 1e3;
    double busy = spent.subList(1, 1 + loaded).stream().mapToLong(Long::longValue).sum() / answered;
    List<Long> others = spent.subList(1 + loaded, spent.size());
    double idle = others.stream().mapToLong(Long::longValue).sum() / answered;
    return String.format(
        Locale.ROOT,
        "| %s%s | %d | %d | %.0f | %s | %.0f | %s | %.0f |%n",
        kind,
        failed > 0 ? " (" + failed + " failed)" : "",
        spent.size() - 1,
        loaded,
        perSecond,
        slowest > 0 ? String.format(Locale.ROOT, "%.1f ms", slowest) : "",
        busy,
        others.isEmpty() ? "" : String.format(Locale.ROOT, "%.0f", idle),
        spent.getFirst() / answered);
  }
}
