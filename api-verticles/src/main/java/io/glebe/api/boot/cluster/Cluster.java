package io.glebe.api.boot.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * PostgreSQL, an object store, an MQTT broker, gateways, a proxy and Prometheus as processes of
 * this machine: {@code try (Cluster cluster = new Cluster(plan, System.out::println)) {
 * cluster.start(); }}. Programs that are not installed are left out. A part that ends is started
 * again.
 */
public final class Cluster implements AutoCloseable {
  /** Names of parts; gateways are {@code gateway-1} and so on. */
  public static final String DATABASE = "database";

  public static final String REPLICA = "replica";

  public static final String STORE = "store";
  public static final String BROKER = "broker";
  public static final String GATEWAY = "gateway-";
  public static final String PROXY = "proxy";
  public static final String METRICS = "prometheus";
  public static final String IDENTITY = "identity";

  /** Distance of the port of Keycloak from that of the cluster: it stays, as it is in tokens. */
  private static final int IDENTITY_PORT = 9;

  private final ClusterPlan plan;
  private final Consumer<String> report;
  private final PartLaunches launches;
  private final List<ClusterPart> parts = new ArrayList<>();
  private final int front;
  private final List<Integer> gatewayPorts;
  private final int identityPort;
  private boolean closed;

  /**
   * @param report receives a line for each end of a process and each start after it
   */
  public Cluster(ClusterPlan plan, Consumer<String> report) throws IOException {
    this.plan = plan;
    this.report = report;
    launches = new PartLaunches(plan.data());
    front = plan.port() == 0 ? freePort() : plan.port();
    gatewayPorts = gatewayPorts();
    identityPort = plan.port() == 0 ? freePort() : front + IDENTITY_PORT;
  }

  /** The first gateway is called at the port of the cluster where no proxy is in front. */
  private List<Integer> gatewayPorts() throws IOException {
    List<Integer> ports = new ArrayList<>();
    boolean hasProxy = plan.programs().nginx().isPresent();
    for (int i = 0; i < plan.gateways(); i++) {
      int number = hasProxy ? i + 1 : i;
      ports.add(plan.port() > 0 || number == 0 ? front + number : freePort());
    }
    return ports;
  }

  /** Another program at a port would answer in place of a part. */
  private void requireFreePorts() throws IOException {
    List<Integer> ports = new ArrayList<>(gatewayPorts);
    ports.add(front);
    if (plan.programs().keycloak().isPresent()) {
      ports.add(identityPort);
    }
    for (int port : ports) {
      if (PartLaunches.isTaken(port)) {
        throw new IOException("port " + port + " is taken; choose another with --port");
      }
    }
  }

  /**
   * Starts all parts and waits until they serve.
   *
   * @throws IOException when one does not start; close the cluster then
   */
  public void start() throws IOException {
    requireFreePorts();
    Map<String, String> settings = new HashMap<>(plan.settings());
    settings.put("GLEBE_BASE_URL", address());
    settings.put("GLEBE_MQTT_PORT", "0");
    settings.put("GLEBE_MQTTS_PORT", "0");
    plan.programs()
        .nginx()
        .ifPresent(program -> settings.put("GLEBE_TRUST_FORWARDED", "127.0.0.1"));
    startServers(settings);
    startGateways(settings);
    Optional<Path> nginx = plan.programs().nginx();
    if (nginx.isPresent()) {
      ClusterProcess.Launch proxy = () -> launches.proxy(nginx.get(), front, gatewayPorts);
      begin(PROXY, address(), proxy, front).awaitFirst();
    }
    Optional<Path> prometheus = plan.programs().prometheus();
    if (prometheus.isPresent()) {
      beginMetrics(prometheus.get());
    }
  }

  private void beginMetrics(Path prometheus) throws IOException {
    int port = freePort();
    ClusterProcess.Launch launch = () -> launches.metrics(prometheus, port, gatewayPorts);
    String page = "http://127.0.0.1:" + port + "/consoles/" + PartLaunches.DASHBOARD;
    begin(METRICS, page, launch, port).awaitFirst();
  }

  /** Starts what the gateways use, all at once. */
  private void startServers(Map<String, String> settings) throws IOException {
    int port = freePort();
    begin(DATABASE, "127.0.0.1:" + port, () -> launches.database(port), port);
    int route = plan.route().to(DATABASE, port);
    beginStore(settings);
    beginBroker(settings);
    beginIdentity(settings);
    awaitAll(parts());
    settings.put("GLEBE_DATABASE_URL", launches.databaseUrl(route));
    if (plan.replica() != ClusterPlan.Replica.NONE) {
      int replica = startReplica();
      settings.put(
          "GLEBE_DATABASE_REPLICA_URL", launches.replicaUrl(plan.route().to(REPLICA, replica)));
    }
  }

  /** Returns its port. */
  private int startReplica() throws IOException {
    int port = freePort();
    begin(REPLICA, "127.0.0.1:" + port, () -> launches.replica(port), port).awaitFirst();
    if (plan.replica() == ClusterPlan.Replica.SYNCHRONOUS) {
      launches.awaitReplicaAtCommit();
    }
    return port;
  }

  /**
   * Kills the database for good like {@code kill -9}, and lets its replica take its place.
   *
   * @return the port of the new database
   */
  public int failOver() throws IOException {
    part(DATABASE).killForGood();
    return launches.promoteReplica();
  }

  private void beginStore(Map<String, String> settings) throws IOException {
    Optional<Path> jar = plan.programs().s3Proxy();
    if (jar.isEmpty()) {
      Path folder = Files.createDirectories(plan.data().resolve("objects"));
      settings.put("GLEBE_ZARR_URL", folder.resolve("zarr").toUri().toString());
      settings.put("GLEBE_BLOBS_URL", folder.resolve("blobs").toUri().toString());
      return;
    }
    int port = freePort();
    begin(STORE, "http://127.0.0.1:" + port, () -> launches.store(jar.get(), port), port);
    String endpoint = "?endpoint=http://127.0.0.1:" + plan.route().to(STORE, port);
    settings.put("GLEBE_ZARR_URL", "s3://" + PartLaunches.BUCKET + "/zarr" + endpoint);
    settings.put("GLEBE_BLOBS_URL", "s3://" + PartLaunches.BUCKET + "/blobs" + endpoint);
    settings.put("AWS_ACCESS_KEY_ID", PartLaunches.KEYS.accessKey());
    settings.put("AWS_SECRET_ACCESS_KEY", PartLaunches.KEYS.secretKey());
  }

  private void beginBroker(Map<String, String> settings) throws IOException {
    Optional<Path> program = plan.programs().mosquitto();
    if (program.isPresent()) {
      int port = freePort();
      String address = "mqtt://127.0.0.1:" + port;
      begin(BROKER, address, () -> launches.broker(program.get(), port), port);
      settings.put("GLEBE_MQTT_BROKER", "mqtt://127.0.0.1:" + plan.route().to(BROKER, port));
    }
  }

  private void beginIdentity(Map<String, String> settings) throws IOException {
    Optional<Path> installation = plan.programs().keycloak();
    if (installation.isPresent()) {
      KeycloakFolder keycloak =
          KeycloakFolder.prepare(installation.get(), plan.data().resolve(IDENTITY));
      int management = freePort();
      ClusterProcess.Launch launch =
          () -> launches.identity(keycloak, identityPort, management, address());
      String server = "http://127.0.0.1:" + identityPort;
      String realm = "/realms/glebe";
      begin(
          new ClusterPart(
              IDENTITY,
              server,
              launch,
              () -> PartLaunches.answers(URI.create(server + realm)),
              report));
      settings.putAll(keycloak.settings(identityPort));
    }
  }

  /** The first one loads the sample alone; without the sample all start at once. */
  private void startGateways(Map<String, String> settings) throws IOException {
    List<ClusterPart> gateways = new ArrayList<>();
    gateways.add(beginGateway(0, settings));
    if (!"false".equals(settings.put("GLEBE_SAMPLE", "false"))) {
      awaitAll(gateways);
    }
    for (int i = 1; i < plan.gateways(); i++) {
      gateways.add(beginGateway(i, settings));
    }
    awaitAll(gateways);
  }

  private static void awaitAll(List<ClusterPart> started) throws IOException {
    for (ClusterPart part : started) {
      part.awaitFirst();
    }
  }

  private ClusterPart beginGateway(int index, Map<String, String> settings) {
    String name = GATEWAY + (index + 1);
    int port = gatewayPorts.get(index);
    Map<String, String> own = new HashMap<>(settings);
    ClusterProcess.Launch gateway = () -> launches.gateway(name, port, plan.java(), own);
    return begin(
        new ClusterPart(
            name, "http://localhost:" + port, gateway, () -> PartLaunches.isReady(port), report));
  }

  private ClusterPart begin(String name, String address, ClusterProcess.Launch launch, int port) {
    return begin(new ClusterPart(name, address, launch, () -> PartLaunches.listens(port), report));
  }

  private synchronized ClusterPart begin(ClusterPart part) {
    if (closed) {
      throw new IllegalStateException("the cluster is closed");
    }
    parts.add(part);
    part.begin();
    return part;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** The address that clients call. */
  public String address() {
    return "http://localhost:" + front;
  }

  /** The addresses of the gateways themselves. */
  public List<URI> gateways() {
    return gatewayPorts.stream().map(port -> URI.create("http://localhost:" + port)).toList();
  }

  /** The parts that were started, in this order. */
  public synchronized List<ClusterPart> parts() {
    return List.copyOf(parts);
  }

  /** Returns the part with this name. */
  public ClusterPart part(String name) {
    return parts().stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow();
  }

  /** Stops all parts: first the proxy and the gateways, then what they use. */
  @Override
  public void close() {
    List<ClusterPart> all;
    synchronized (this) {
      closed = true;
      all = parts.reversed();
    }
    List<ClusterPart> gateways =
        all.stream().filter(part -> part.name().startsWith(GATEWAY)).toList();
    all.stream().filter(part -> part.name().equals(PROXY)).forEach(ClusterPart::close);
    gateways.forEach(ClusterPart::stop);
    gateways.forEach(ClusterPart::close);
    all.forEach(ClusterPart::close);
  }
}
