package io.glebe.api.faults;

import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.cluster.Cluster;
import io.glebe.api.cli.load.client.AccessTokens;
import io.glebe.api.cli.load.client.OwnFarm;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.core.database.fixture.NetworkCut;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A cluster under a seeded load, in which faults happen one after the other: {@code
 * run.round(Fault.DATABASE_KILLED)}.
 */
final class FaultRun implements AutoCloseable {
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Duration CALM = Duration.ofSeconds(1);

  /** Longest time from the end of a fault until all gateways are ready. */
  private static final Duration RECOVERY = Duration.ofMinutes(2);

  /** Longest time until readers have seen what was acknowledged. */
  private static final Duration CATCH_UP = Duration.ofSeconds(30);

  /** Longest time until a gateway that is cut off is not ready. */
  private static final Duration NOTICE = Duration.ofSeconds(10);

  private static final Duration MESSAGES = Duration.ofSeconds(90);

  /** Longest time until jobs have ended; a part rests up to 25 s after it has failed thrice. */
  private static final Duration JOBS = Duration.ofMinutes(2);

  /** Mosquitto writes its file every other second where it shall do it each second. */
  private static final long UNSAVED_NANOS = 3_000_000_000L;

  private static final String READS_OF_REPLICA =
      "glebe_database_long_reads_total{server=\"replica\"}";

  private static final int WRITERS = 3;

  /** Connections that come and go. */
  private static final int MORE_FILES = 100;

  /** Largest heap, direct memory, caches and code of a gateway with default settings. */
  private static final int MOST_MEGABYTES = 1_300;

  private final SplittableRandom random;
  private final FaultCluster cluster;
  private final FaultClient client;
  private final LoadThreads threads;
  private final TaskLoad tasks;
  private final TileStates tiles;
  private final ObservationLoad observations;
  private final LayerUploadLoad uploads;
  private final JobLoad jobs;
  private final List<String> problems = new ArrayList<>();
  private final Map<Long, ProcessUse> firstUse = new HashMap<>();

  /**
   * Starts the cluster and the load.
   *
   * @param pauses of the clients, as multiples of the usual ones
   */
  FaultRun(Path folder, long seed, int pauses) throws IOException, InterruptedException {
    this(folder, Optional.empty(), seed, pauses);
  }

  /**
   * @param earlier folder of the package whose gateways are started first
   */
  FaultRun(Path folder, Optional<Path> earlier, long seed, int pauses)
      throws IOException, InterruptedException {
    random = new SplittableRandom(seed);
    threads = new LoadThreads(pauses);
    long from = System.nanoTime();
    cluster = new FaultCluster(folder, earlier);
    System.out.printf("the cluster serves after %.1f s%n", (System.nanoTime() - from) / 1e9);
    try {
      client = new FaultClient(cluster.gateways());
      AccessTokens tokens = new AccessTokens(Map.of(), Optional.empty(), FaultCluster.USER);
      UUID farm;
      List<Long> datastreams;
      try (TargetClient target =
          TargetClient.open(cluster.gateways().getFirst(), 4, null, tokens)) {
        OwnFarm own = new OwnFarm(target, seed);
        own.create();
        farm = own.id();
        datastreams = own.devices(1).getFirst();
      }
      tasks = new TaskLoad(client, farm);
      tiles = TileStates.make(client, farm);
      observations = new ObservationLoad(client, datastreams);
      uploads = LayerUploadLoad.make(client, farm);
      jobs = new JobLoad(client, tiles.collection());
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    tasks.begin(threads, WRITERS, seed);
    tasks.beginOwnReader(threads, seed);
    tasks.beginOutbox(threads, cluster.proxy(), seed);
    tiles.begin(threads, seed);
    uploads.begin(threads, seed);
    jobs.begin(threads, seed);
    observations.begin(threads, cluster.brokerPort(), seed);
  }

  /** Some load, a fault, the recovery, and the checks. */
  RoundResult round(Fault fault) throws IOException, InterruptedException {
    int writes = tasks.count();
    int values = observations.count();
    int reads = tiles.reads();
    TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
    long from = System.nanoTime();
    cause(fault);
    awaitReadiness();
    double recovery = (System.nanoTime() - from) / 1e9;
    readinessIsTrue(fault);
    long recovered = System.nanoTime();
    check(fault);
    return new RoundResult(
        fault,
        recovery,
        (System.nanoTime() - recovered) / 1e9,
        tasks.count() - writes,
        observations.count() - values,
        tiles.reads() - reads,
        use(fault));
  }

  /** What the gateways use; notes a process that uses much more than after its first round. */
  private List<ProcessUse> use(Fault fault) throws IOException {
    List<ProcessUse> now = cluster.use();
    for (ProcessUse one : now) {
      ProcessUse first = firstUse.putIfAbsent(one.pid(), one);
      if (first != null && one.openFiles() > first.openFiles() + MORE_FILES) {
        problems.add(fault.words() + ": open files grew from " + first + " to " + one);
      }
      if (one.megabytes() > MOST_MEGABYTES) {
        problems.add(fault.words() + ": a gateway uses " + one);
      }
    }
    return now;
  }

  private void cause(Fault fault) throws IOException, InterruptedException {
    switch (fault) {
      case GATEWAY_KILLED -> killGateway();
      case DATABASE_KILLED -> cluster.kill(Cluster.DATABASE);
      case REPLICA_KILLED -> cluster.kill(Cluster.REPLICA);
      case STORE_KILLED -> cluster.kill(Cluster.STORE);
      case BROKER_KILLED -> killBroker();
      case GATEWAY_FROZEN -> cluster.freeze(random.nextInt(client.gateways()));
      case PROXY_KILLED -> killProxy(fault);
      case FIRST_UPGRADED -> cluster.upgrade(0);
      case SECOND_UPGRADED -> cluster.upgrade(1);
      case NONE -> TimeUnit.NANOSECONDS.sleep(QUIET.toNanos());
      case CLOCKS_JUMP -> cluster.jumpClocks();
      case DATABASE_FAILOVER -> cluster.failOver();
      case DATABASE_CUT -> cut(fault, cluster.databaseCable());
      case DATABASE_CONNECTIONS_LOST -> cluster.databaseCable().lose();
      case DATABASE_SLOW -> FaultCluster.slow(cluster.databaseCable());
      case DATABASE_VANISHED -> databaseVanishes(fault);
      case REPLICA_CUT -> FaultCluster.silence(cluster.replicaCable());
      case REPLICA_CONNECTIONS_LOST -> cluster.replicaCable().lose();
      case REPLICA_VANISHED -> cluster.replicaCable().vanish();
      case REPLICA_SLOW -> FaultCluster.slow(cluster.replicaCable());
      case STORE_CUT -> cut(fault, cluster.storeCable());
      case STORE_CONNECTIONS_LOST -> cluster.storeCable().lose();
      case STORE_SLOW -> FaultCluster.slow(cluster.storeCable());
      case BROKER_CUT -> silenceBroker();
      case BROKER_CONNECTIONS_LOST -> cluster.brokerCable().ifPresent(NetworkCut::lose);
      case DISK_FULL -> fillDisk(fault);
    }
  }

  private void databaseVanishes(Fault fault) {
    cluster.databaseCable().vanish();
    for (int gateway = 0; gateway < client.gateways(); gateway++) {
      requireNotReady(fault, gateway);
    }
  }

  private void requireNotReady(Fault fault, int gateway) {
    require(
        fault, "gateway " + (gateway + 1) + " stays ready", NOTICE, () -> !client.isReady(gateway));
  }

  private void killGateway() {
    cluster.kill(Cluster.GATEWAY + (1 + random.nextInt(client.gateways())));
  }

  private void killProxy(Fault fault) {
    if (cluster.proxy().isPresent()) {
      cluster.kill(Cluster.PROXY);
      URI address = cluster.proxy().get();
      require(fault, "the proxy does not serve", NOTICE, () -> client.isReady(address));
    }
  }

  private void killBroker() {
    if (cluster.brokerPort() > 0) {
      observations.forgetMessagesAfter(System.nanoTime() - UNSAVED_NANOS);
      cluster.kill(Cluster.BROKER);
      observations.forgetMessagesAfter(System.nanoTime() - UNSAVED_NANOS);
    }
  }

  private void silenceBroker() throws InterruptedException {
    if (cluster.brokerCable().isPresent()) {
      FaultCluster.silence(cluster.brokerCable().get());
    }
  }

  /** Fills the disk of a gateway until it has noticed, and for some uploads more. */
  private void fillDisk(Fault fault) throws IOException, InterruptedException {
    if (!cluster.hasSmallDisks()) {
      return;
    }
    int gateway = random.nextInt(client.gateways());
    cluster.fillDisk(gateway);
    try {
      TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
      requireNotReady(fault, gateway);
    } finally {
      cluster.clearDisk(gateway);
    }
  }

  /** Cuts until all gateways have noticed. */
  private void cut(Fault fault, NetworkCut cable) {
    cable.cut();
    try {
      for (int gateway = 0; gateway < client.gateways(); gateway++) {
        requireNotReady(fault, gateway);
      }
    } finally {
      cable.mend();
    }
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private boolean require(Fault fault, String otherwise, Duration limit, Condition condition) {
    try {
      await().atMost(limit).pollInterval(Duration.ofMillis(50)).until(condition::holds);
      return true;
    } catch (ConditionTimeoutException e) {
      problems.add(fault.words() + ": " + otherwise);
      return false;
    }
  }

  private void awaitReadiness() {
    await("all gateways are ready")
        .atMost(RECOVERY)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              for (int gateway = 0; gateway < client.gateways(); gateway++) {
                if (!client.isReady(gateway)) {
                  return false;
                }
              }
              return true;
            });
  }

  /** A gateway that reports that it is ready does its work. */
  private void readinessIsTrue(Fault fault) throws InterruptedException {
    for (int gateway = 0; gateway < client.gateways(); gateway++) {
      String who = fault.words() + ": gateway " + (gateway + 1) + " is ready and ";
      if (!tasks.writesAt(gateway)) {
        problems.add(who + "refuses a record");
      }
      if (!observations.writesAt(gateway)) {
        problems.add(who + "refuses an observation");
      }
    }
  }

  private void check(Fault fault) throws IOException, InterruptedException {
    Map<String, Integer> writes = tasks.expected();
    Set<Integer> values = observations.expected();
    Set<Integer> messages = observations.expectedMessages();
    Map<UUID, Byte> attachments = uploads.expected();
    Set<String> begun = jobs.expected();
    for (int i = 0; i < client.gateways(); i++) {
      int gateway = i;
      note(fault, tasks.lost(gateway, writes));
      note(fault, observations.lost(gateway, values));
      note(fault, uploads.lost(gateway, attachments));
      require(
          fault,
          "gateway " + (gateway + 1) + " shows an old tile or series",
          CATCH_UP,
          () -> tiles.isNewestAt(gateway));
    }
    if (!require(fault, "a job has not ended", JOBS, () -> jobs.unfinished(0, begun).isEmpty())) {
      note(fault, jobs.unfinished(0, begun));
    }
    if (fault.isOfReplica()) {
      replicaIsUsed(fault);
    }
    require(fault, "a reader missed a change", CATCH_UP, () -> tasks.missed(writes).isEmpty());
    note(fault, tasks.missed(writes));
    boolean stored =
        require(
            fault,
            "a message was not stored",
            MESSAGES,
            () -> observations.lostMessages(0, messages).isEmpty());
    if (!stored) {
      note(fault, observations.lostMessages(0, messages));
      observations.forget(messages);
    }
  }

  private void replicaIsUsed(Fault fault) throws IOException, InterruptedException {
    for (int i = 0; i < client.gateways(); i++) {
      int gateway = i;
      double before = client.metric(gateway, READS_OF_REPLICA);
      require(
          fault,
          "gateway " + (gateway + 1) + " does not read at the replica",
          CATCH_UP,
          () -> client.metric(gateway, READS_OF_REPLICA) > before);
    }
  }

  private void note(Fault fault, List<String> notes) {
    notes.stream().limit(5).forEach(note -> problems.add(fault.words() + ": " + note));
    if (notes.size() > 5) {
      problems.add(fault.words() + ": and " + (notes.size() - 5) + " more");
    }
  }

  /** All that went wrong until now; prints what the gateways have logged about it. */
  List<String> problems() throws IOException {
    List<String> all = new ArrayList<>(problems);
    all.addAll(tasks.unseen());
    all.addAll(tiles.stale());
    all.addAll(client.unexplained());
    all.addAll(threads.failures());
    if (!all.isEmpty()) {
      cluster.errors().forEach(System.out::println);
    }
    return all;
  }

  @Override
  public void close() {
    threads.end();
    client.close();
    threads.close();
    cluster.close();
  }
}
