package io.glebe.api.faults;

import static org.awaitility.Awaitility.await;

import io.glebe.api.boot.PlatformProcess;
import io.glebe.api.boot.cluster.Cluster;
import io.glebe.api.boot.cluster.ClusterPart;
import io.glebe.api.boot.cluster.ClusterPlan;
import io.glebe.api.boot.cluster.InstalledProgram;
import io.glebe.api.spatio.Tools;
import io.glebe.core.database.fixture.NetworkCut;
import io.glebe.zarr.fixture.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A cluster whose processes can be killed, with cables to the database, its replica, the store and
 * the broker.
 */
final class FaultCluster implements AutoCloseable {
  /** The user of the development identity who makes farms. */
  static final String USER = "owner";

  private static final int GATEWAYS = 2;
  private static final int MOST_LINES = 200;
  private static final int LINES_OF_ERROR = 12;
  private static final Duration FREEZE = Duration.ofSeconds(15);
  private static final Duration JUMP = Duration.ofMinutes(10);
  private static final Duration JUMP_TIME = Duration.ofSeconds(4);
  private static final Duration SLOW = Duration.ofMillis(30);
  private static final Duration SLOW_TIME = Duration.ofSeconds(4);
  private static final Duration SILENCE = Duration.ofSeconds(8);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Map<String, NetworkCut> cables = new LinkedHashMap<>();
  private final Path folder;
  private final Optional<SmallDisks> disks;
  private final Optional<JumpingClocks> clocks;
  private final GatewayVersion version;
  private final Cluster cluster;

  /**
   * @param earlier folder of the unpacked package whose gateways are started first; empty for those
   *     of this build
   */
  FaultCluster(Path folder, Optional<Path> earlier) throws IOException {
    this.folder = folder;
    version = new GatewayVersion(folder.resolve("java.sh"));
    if (earlier.isPresent()) {
      version.becomes(GatewayVersion.ofPackage(earlier.get()));
    } else {
      version.becomes(PlatformProcess.shortLivedJava());
    }
    disks = SmallDisks.of(IntStream.range(0, GATEWAYS).mapToObj(this::dataFolder).toList());
    clocks = JumpingClocks.of(folder.resolve("clock"));
    Optional<Path> broker = program("mosquitto");
    Optional<Path> proxy = program("nginx");
    program("faketime");
    ClusterPlan plan =
        new ClusterPlan(
            folder,
            0,
            GATEWAYS,
            earlier.isPresent() ? ClusterPlan.Replica.NONE : ClusterPlan.Replica.SYNCHRONOUS,
            new ClusterPlan.Programs(
                Optional.of(S3Server.jar()), broker, proxy, Optional.empty(), Optional.empty()),
            java(),
            Map.of(
                "GLEBE_SAMPLE", "false",
                "GLEBE_AREAS", "identity,development-identity,farm,sensors,spatio",
                "GLEBE_WARM_UP", "false",
                "GLEBE_RATE_LIMITS", "",
                "GLEBE_STORE_INTERVAL", "1s",
                "GLEBE_FREE_SPACE", SmallDisks.FREE_SPACE),
            this::cable);
    cluster = new Cluster(plan, System.out::println);
    try {
      cluster.start();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** A fault of a program that is not installed does nothing; CI has all of them. */
  private static Optional<Path> program(String name) {
    Optional<Path> program = InstalledProgram.find(name);
    Tools.isPresent(program.isPresent(), name);
    return program;
  }

  private Path dataFolder(int gateway) {
    return folder.resolve(Cluster.GATEWAY + (gateway + 1));
  }

  private List<String> java() {
    List<String> java = new ArrayList<>(version.command());
    clocks.ifPresent(jumping -> java.addAll(0, jumping.command()));
    disks.ifPresent(small -> java.addAll(0, small.inside()));
    return java;
  }

  /** Whether the disk of a gateway can be filled. */
  boolean hasSmallDisks() {
    return disks.isPresent();
  }

  /** Leaves no space on the disk of a gateway. */
  void fillDisk(int gateway) throws IOException {
    disks.orElseThrow().fill(dataFolder(gateway));
  }

  void clearDisk(int gateway) throws IOException {
    disks.orElseThrow().clear(dataFolder(gateway));
  }

  /** Lets the clocks of the gateways jump for some seconds, where they can. */
  void jumpClocks() throws IOException, InterruptedException {
    if (clocks.isPresent()) {
      clocks.get().jump(JUMP);
      TimeUnit.NANOSECONDS.sleep(JUMP_TIME.toNanos());
      clocks.get().jump(Duration.ZERO);
    }
  }

  /** Lets the replica take the place of the database. */
  void failOver() throws IOException {
    databaseCable().lead(cluster.failOver());
  }

  /** Lets the process of a gateway rest for longer than it may answer from what it remembers. */
  void freeze(int gateway) throws IOException, InterruptedException {
    long pid = cluster.part(Cluster.GATEWAY + (gateway + 1)).pid();
    signal(pid, "STOP");
    TimeUnit.NANOSECONDS.sleep(FREEZE.toNanos());
    signal(pid, "CONT");
  }

  private static void signal(long pid, String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  /** The address of the proxy; empty where none is installed. */
  Optional<URI> proxy() {
    return cluster.parts().stream()
        .filter(part -> part.name().equals(Cluster.PROXY))
        .map(part -> URI.create(part.address()))
        .findFirst();
  }

  private int cable(String part, int port) {
    NetworkCut cable = new NetworkCut("127.0.0.1", port);
    cables.put(part, cable);
    return cable.port();
  }

  NetworkCut databaseCable() {
    return Objects.requireNonNull(cables.get(Cluster.DATABASE));
  }

  NetworkCut replicaCable() {
    return Objects.requireNonNull(cables.get(Cluster.REPLICA));
  }

  NetworkCut storeCable() {
    return Objects.requireNonNull(cables.get(Cluster.STORE));
  }

  /** The cable between the gateways and the broker; the devices have their own. */
  Optional<NetworkCut> brokerCable() {
    return Optional.ofNullable(cables.get(Cluster.BROKER));
  }

  List<URI> gateways() {
    return cluster.gateways();
  }

  /** The port of the broker; 0 where none is installed. */
  int brokerPort() {
    return cluster.parts().stream()
        .filter(part -> part.name().equals(Cluster.BROKER))
        .map(part -> URI.create(part.address()).getPort())
        .findFirst()
        .orElse(0);
  }

  /** Stops a gateway, which is started again with the platform of this build. */
  void upgrade(int gateway) throws IOException {
    version.becomes(PlatformProcess.shortLivedJava());
    restart(Cluster.GATEWAY + (gateway + 1), ProcessHandle::destroy);
  }

  /** Kills the process of a part like {@code kill -9}, and waits until it serves again. */
  void kill(String name) {
    restart(name, ProcessHandle::destroyForcibly);
  }

  private void restart(String name, Consumer<ProcessHandle> end) {
    ClusterPart part = cluster.part(name);
    int starts = part.starts();
    ProcessHandle.of(part.pid()).ifPresent(end);
    await(name)
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> part.starts() > starts);
  }

  /** Slows a cable for some seconds. */
  static void slow(NetworkCut cable) throws InterruptedException {
    cable.delay(SLOW);
    TimeUnit.NANOSECONDS.sleep(SLOW_TIME.toNanos());
    cable.delay(Duration.ZERO);
  }

  /** Lets no byte pass through a cable for some seconds. */
  static void silence(NetworkCut cable) throws InterruptedException {
    cable.cut();
    TimeUnit.NANOSECONDS.sleep(SILENCE.toNanos());
    cable.mend();
  }

  /** What the processes of the gateways use now. */
  List<ProcessUse> use() throws IOException {
    List<ProcessUse> use = new ArrayList<>();
    for (int i = 1; i <= GATEWAYS; i++) {
      use.add(ProcessUse.of(cluster.part(Cluster.GATEWAY + i).pid()));
    }
    return use;
  }

  /** What the gateways have logged as errors, with the lines that follow. */
  List<String> errors() throws IOException {
    List<String> errors = new ArrayList<>();
    for (int i = 1; i <= GATEWAYS; i++) {
      List<String> lines =
          Files.readAllLines(folder.resolve("logs").resolve(Cluster.GATEWAY + i + ".log"));
      for (int at = 0; at < lines.size() && errors.size() < MOST_LINES; at++) {
        if (lines.get(at).contains(" ERROR ")) {
          errors.addAll(lines.subList(at, Math.min(at + LINES_OF_ERROR, lines.size())));
        }
      }
    }
    return errors;
  }

  /** Ends all processes; gateways do not wait for requests, because their data are thrown away. */
  @Override
  public void close() {
    cables.values().forEach(NetworkCut::mend);
    cluster.parts().stream()
        .filter(part -> part.name().startsWith(Cluster.GATEWAY))
        .flatMap(part -> ProcessHandle.of(part.pid()).stream())
        .forEach(ProcessHandle::destroyForcibly);
    cluster.close();
    cables.values().forEach(NetworkCut::close);
    disks.ifPresent(SmallDisks::close);
  }
}
