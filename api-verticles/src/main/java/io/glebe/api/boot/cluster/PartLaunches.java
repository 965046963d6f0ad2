package io.glebe.api.boot.cluster;

import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.database.embedded.PostgresReplica;
import io.glebe.core.folder.CacheFolder;
import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3Proxy;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the processes of a cluster are started, and how to see that they serve. */
final class PartLaunches {
  static final S3Location.Credentials KEYS =
      new S3Location.Credentials("cluster", "cluster-on-this-machine");
  static final String BUCKET = "glebe";

  /** Folders of the data of the servers. */
  private static final String DATABASE = "database";

  private static final String REPLICA = "replica";
  static final String DASHBOARD = "glebe.html";
  private static final int PROBE_MILLIS = 2_000;
  private static final String PROMETHEUS =
      """
      global:
        scrape_interval: 5s
      scrape_configs:
        - job_name: glebe
          static_configs:
            - targets: [%s]
      """;

  private final Path data;

  PartLaunches(Path data) {
    this.data = data;
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(data.resolve(name));
  }

  private Path log(String name) throws IOException {
    return folder("logs").resolve(name + ".log");
  }

  /** PostgreSQL on the loopback interface. */
  ClusterProcess database(int port) throws IOException {
    return new Database(
        EmbeddedPostgres.startAt(port, data.resolve(DATABASE), CacheFolder.ofUser()));
  }

  private record Database(EmbeddedPostgres server) implements ClusterProcess {
    @Override
    public ProcessHandle handle() {
      return server.process();
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** A second server, which follows the database. */
  ClusterProcess replica(int port) throws IOException {
    Path files = folder(REPLICA);
    PostgresReplica.prepare(running(DATABASE), data.resolve(DATABASE), files);
    return new Database(EmbeddedPostgres.startAt(port, files, CacheFolder.ofUser()));
  }

  /** From now on commits of the database wait for the replica. */
  void awaitReplicaAtCommit() throws IOException {
    PostgresReplica.awaitAtCommit(running(DATABASE));
  }

  /** Makes the replica the database; returns its port. */
  int promoteReplica() throws IOException {
    DatabaseAddress replica = running(REPLICA);
    PostgresReplica.promote(replica);
    return replica.port();
  }

  private DatabaseAddress running(String folder) throws IOException {
    return EmbeddedPostgres.running(data.resolve(folder))
        .orElseThrow(() -> new IOException("the " + folder + " has ended"));
  }

  /** The address of the running database, as it is in a setting. */
  String databaseUrl(int port) throws IOException {
    return url(running(DATABASE), port);
  }

  /** The address of the running replica, as it is in a setting. */
  String replicaUrl(int port) throws IOException {
    return url(running(REPLICA), port);
  }

  private static String url(DatabaseAddress address, int port) {
    return "postgresql://%s:%s@127.0.0.1:%d/%s?%s"
        .formatted(
            address.user(), address.password(), port, address.database(), address.parameters());
  }

  /** S3Proxy with one bucket, in a folder. */
  ClusterProcess store(Path jar, int port) throws IOException {
    Path objects = folder("objects");
    Files.createDirectories(objects.resolve(BUCKET));
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    S3Proxy server = new S3Proxy(jar, endpoint, KEYS, Optional.of(objects));
    return ClusterProcess.start(server.command(folder("store")), Map.of(), log("store"));
  }

  /** Mosquitto, which keeps its sessions in a folder. */
  ClusterProcess broker(Path program, int port) throws IOException {
    Path folder = folder("broker");
    Path config =
        Files.write(
            folder.resolve("mosquitto.conf"),
            List.of(
                "listener " + port + " 127.0.0.1",
                "allow_anonymous true",
                "persistence true",
                "persistence_location " + folder + "/",
                "autosave_interval 1",
                "max_queued_messages 100000",
                "max_inflight_messages 1000",
                "user root"));
    return ClusterProcess.start(
        List.of(program.toString(), "-c", config.toString()), Map.of(), log("broker"));
  }

  /** Keycloak, by HTTP. */
  ClusterProcess identity(KeycloakFolder keycloak, int port, int management, String address)
      throws IOException {
    return ClusterProcess.start(
        keycloak.command(port, management), keycloak.environment(address), log("identity"));
  }

  /** A platform. */
  ClusterProcess gateway(String name, int port, List<String> java, Map<String, String> settings)
      throws IOException {
    List<String> command = new ArrayList<>(java);
    command.add("io.glebe.api.boot.Main");
    command.addAll(List.of("run", "--port", Integer.toString(port)));
    command.addAll(List.of("--data", folder(name).toString()));
    return ClusterProcess.start(command, settings, log(name));
  }

  /** The proxy in front of the gateways. */
  ClusterProcess proxy(Path program, int port, List<Integer> gateways) throws IOException {
    Path folder = folder("proxy");
    Path config = Files.writeString(folder.resolve("nginx.conf"), nginx(folder, port, gateways));
    return ClusterProcess.start(
        List.of(program.toString(), "-p", folder.toString(), "-c", config.toString()),
        Map.of(),
        log("proxy"));
  }

  private static String nginx(Path folder, int port, List<Integer> gateways) {
    StringBuilder servers = new StringBuilder();
    gateways.forEach(
        gateway -> servers.append("server 127.0.0.1:").append(gateway).append(" max_fails=1;\n"));
    return """
        daemon off;
        master_process off;
        user root;
        pid %1$s/nginx.pid;
        error_log stderr;
        events { worker_connections 2048; }
        http {
          access_log off;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/answers;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          client_max_body_size 0;
          upstream gateways {
            %3$s
            keepalive 64;
          }
          server {
            listen 127.0.0.1:%2$d;
            location / {
              proxy_pass http://gateways;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_set_header Host $http_host;
              proxy_set_header X-Forwarded-For $remote_addr;
              proxy_set_header X-Forwarded-Proto $scheme;
              proxy_set_header X-Forwarded-Host $http_host;
              proxy_request_buffering off;
              proxy_buffering off;
              proxy_next_upstream error timeout http_503;
              proxy_connect_timeout 2s;
              proxy_read_timeout 1h;
            }
          }
        }
        """
        .formatted(folder, port, servers);
  }

  /** Prometheus, which reads the metrics of the gateways. */
  ClusterProcess metrics(Path program, int port, List<Integer> gateways) throws IOException {
    Path folder = folder("metrics");
    String targets =
        gateways.stream().map(one -> "\"localhost:" + one + "\"").collect(Collectors.joining(", "));
    Path config =
        Files.writeString(folder.resolve("prometheus.yaml"), PROMETHEUS.formatted(targets));
    Path pages = Files.createDirectories(folder.resolve("pages"));
    Files.writeString(pages.resolve(DASHBOARD), DashboardPage.template());
    return ClusterProcess.start(
        List.of(
            program.toString(),
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.console.templates=" + pages,
            "--web.console.libraries=" + pages,
            "--web.listen-address=127.0.0.1:" + port,
            "--log.level=warn"),
        Map.of(),
        log("metrics"));
  }

  /** Whether something accepts connections at a port of 127.0.0.1. */
  static boolean listens(int port) {
    return listens("127.0.0.1", port);
  }

  /** Whether something accepts connections at one of the addresses of a gateway. */
  static boolean isTaken(int port) {
    return listens(port) || listens("::1", port);
  }

  private static boolean listens(String host, int port) {
    try (Socket socket = new Socket(host, port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Whether a platform reports that it is ready. */
  static boolean isReady(int port) {
    return answers(URI.create("http://localhost:" + port + "/health/ready"));
  }

  /** Whether a GET is answered with 200. */
  static boolean answers(URI address) {
    try {
      HttpURLConnection get = (HttpURLConnection) address.toURL().openConnection();
      get.setConnectTimeout(PROBE_MILLIS);
      get.setReadTimeout(PROBE_MILLIS);
      return get.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }
}
