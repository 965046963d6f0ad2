package io.glebe.api.boot.cluster;

import io.glebe.api.boot.training.StartCache;
import io.glebe.core.folder.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code glebe cluster --demo}: a database, an object store, an MQTT broker, gateways and what
 * belongs to them as processes of this machine, until SIGINT or SIGTERM.
 */
@Command(
    name = "cluster",
    description =
        "Starts PostgreSQL, an S3 server, an MQTT broker, several gateways, a proxy and"
            + " Prometheus as processes of this machine, starts again what ends, and stops all of"
            + " them at Ctrl-C. For trials: anybody on this machine can sign in as anybody, because"
            + " passwords and tokens are known.",
    mixinStandardHelpOptions = true)
public final class ClusterCommand implements Callable<Integer> {
  private static final String S3_PROPERTY = "glebe.s3.server";
  private static final int MOST_GATEWAYS = 4;

  @Spec private CommandSpec spec;
  private volatile boolean failed;

  @Option(
      names = "--demo",
      description = "required: with the development identity and the sample farm")
  private boolean demo;

  @Option(
      names = "--gateways",
      paramLabel = "N",
      defaultValue = "2",
      description = "number of gateways, 1 to 4 (${DEFAULT-VALUE})")
  private int gateways;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description =
          "port of the proxy or of the first gateway; the others have the next ones; 0 picks free"
              + " ports (${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "folder of the data of all parts; without it a temporary one")
  private @Nullable Path data;

  @Option(
      names = "--s3-server",
      paramLabel = "JAR",
      description =
          "jar of S3Proxy with its dependencies; ./glebe names that of its build; without one the"
              + " gateways share a folder")
  private @Nullable Path s3Server;

  @Option(
      names = "--keycloak",
      paramLabel = "DIR",
      description =
          "folder of an unpacked Keycloak 26, which signs people in; without one the development"
              + " identity")
  private @Nullable Path keycloak;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!demo) {
      throw new ParameterException(spec.commandLine(), "cluster needs --demo");
    }
    if (gateways < 1 || gateways > MOST_GATEWAYS) {
      throw new ParameterException(
          spec.commandLine(), "--gateways must be from 1 to " + MOST_GATEWAYS);
    }
    Path folder = data == null ? Files.createTempDirectory("glebe-cluster-") : data;
    ClusterPlan plan = plan(folder.toAbsolutePath().normalize());
    Cluster cluster = new Cluster(plan, this::say);
    Thread hook = new Thread(() -> stop(cluster, folder), "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    say("starting ...");
    try {
      cluster.start();
    } catch (IOException | RuntimeException e) {
      failed = true; // the hook stops what has started
      throw e;
    }
    announce(cluster, plan);
    new CountDownLatch(1).await();
    return 0;
  }

  private ClusterPlan plan(Path folder) {
    Optional<Path> jar =
        Optional.ofNullable(s3Server)
            .or(() -> Optional.ofNullable(System.getProperty(S3_PROPERTY)).map(Path::of))
            .map(Path::toAbsolutePath)
            .filter(Files::isRegularFile);
    return new ClusterPlan(
        folder,
        port,
        gateways,
        ClusterPlan.Replica.FOLLOWING,
        ClusterPlan.Programs.installed(
            jar, Optional.ofNullable(keycloak).map(Path::toAbsolutePath).map(Path::normalize)),
        java(),
        Map.of("GLEBE_STOP_DELAY", "1s"),
        ClusterPlan.Route.DIRECT);
  }

  /** The JVM of this process with its flags. */
  private static List<String> java() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-D" + StartCache.PROPERTY) && !flag.startsWith("-D" + S3_PROPERTY)) {
        command.add(flag);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  private void announce(Cluster cluster, ClusterPlan plan) {
    for (ClusterPart part : cluster.parts()) {
      say("%-10s %-26s process %d".formatted(part.name(), part.address(), part.pid()));
    }
    ClusterPlan.Programs programs = plan.programs();
    if (programs.s3Proxy().isEmpty()) {
      say("no S3 server: S3Proxy was not given, the gateways share a folder");
    }
    if (programs.mosquitto().isEmpty()) {
      say("no broker: mosquitto is not installed; each gateway has its own MQTT endpoint");
    }
    if (programs.nginx().isEmpty()) {
      say("no proxy: nginx is not installed; call the gateways at their addresses");
    }
    if (programs.prometheus().isEmpty()) {
      say("no prometheus: it is not installed; read /metrics of the gateways");
    }
    if (programs.keycloak().isPresent()) {
      say("sign in as owner with the password " + KeycloakFolder.password("owner"));
    }
    say("token glebe-dev-token; data and logs in " + plan.data());
    say("The cluster serves at " + cluster.address() + ". Ctrl-C stops all processes.");
    say("Kill one, for example kill -9 " + cluster.part(Cluster.GATEWAY + gateways).pid());
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }

  private void stop(Cluster cluster, Path folder) {
    say("stopping");
    cluster.close();
    if (data == null) {
      try {
        Folders.delete(folder);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    say("stopped");
    if (!failed) {
      Runtime.getRuntime().halt(0); // a signal is the usual end
    }
  }
}
