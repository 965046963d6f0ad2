package io.glebe.bench.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * MapServer of Debian as FastCGI processes behind nginx, which also serves a folder of files;
 * absent where it cannot be installed. Each request has its own connection: a process serves no
 * other request while its connection is kept open, and waiting requests would time out.
 */
final class MapServerPeer implements AutoCloseable {
  private static final Path MAPSERV = Path.of("/usr/lib/cgi-bin/mapserv");
  private static final Path NGINX = Path.of("/usr/sbin/nginx");
  private static final Path SPAWN = Path.of("/usr/bin/spawn-fcgi");
  private static final int PROCESSES = 4;
  private static final String MAP =
      """
      MAP
        NAME "cube"
        SIZE 256 256
        PROJECTION "init=epsg:3857" END
        OUTPUTFORMAT
          NAME "png"
          DRIVER AGG/PNG
          MIMETYPE "image/png"
          IMAGEMODE RGBA
          FORMATOPTION "QUANTIZE_FORCE=on"
          FORMATOPTION "QUANTIZE_COLORS=256"
          FORMATOPTION "COMPRESSION=1"
        END
        IMAGETYPE "png"
        LAYER
          NAME "ndvi"
          TYPE RASTER
          STATUS ON
          DATA "%s"
          PROJECTION "init=epsg:32633" END
          PROCESSING "RESAMPLE=BILINEAR"
          CLASS
            STYLE
              COLORRANGE 244 236 223 6 58 26
              DATARANGE -1000 9500
            END
          END
        END
      END
      """;
  private static final String SITE =
      """
      daemon off; pid %1$s/nginx.pid; error_log %1$s/nginx.log; worker_processes 2; user root;
      events { worker_connections 1024; }
      http {
        access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; client_body_temp_path %1$s/body; fastcgi_temp_path %1$s/fcgi;
        proxy_temp_path %1$s/proxy; uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
        types { image/png png; }
        upstream mapserv { least_conn; %3$s }
        server {
          listen 127.0.0.1:%2$d; root %1$s;
          location /ms {
            fastcgi_pass mapserv;
            fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;
            fastcgi_param SCRIPT_NAME /ms; fastcgi_param SERVER_PROTOCOL $server_protocol;
            fastcgi_param SERVER_NAME localhost; fastcgi_param SERVER_PORT %2$d;
          }
        }
      }
      """;

  private final Path folder;
  private final int port;
  private final List<Process> processes = new ArrayList<>();

  private MapServerPeer(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  static boolean present() {
    return Peer.present(
        List.of(MAPSERV, NGINX, SPAWN), "cgi-mapserver", "nginx-light", "spawn-fcgi");
  }

  /**
   * Starts MapServer and nginx for a GeoTIFF.
   *
   * @param folder the root folder of the static files
   */
  static MapServerPeer start(Path folder, Path tiff) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    MapServerPeer peer = new MapServerPeer(folder, port);
    Files.writeString(folder.resolve("cube.map"), MAP.formatted(tiff));
    Files.writeString(
        folder.resolve("mapserver.conf"),
        "CONFIG\n  ENV\n    MS_MAPFILE \"" + folder.resolve("cube.map") + "\"\n  END\nEND\n");
    Files.writeString(folder.resolve("nginx.conf"), SITE.formatted(folder, port, sockets(folder)));
    for (int i = 0; i < PROCESSES; i++) {
      peer.launch(
          SPAWN.toString(),
          "-n",
          "-s",
          folder.resolve(i + ".sock").toString(),
          "-M",
          "0666",
          "--",
          MAPSERV.toString());
    }
    peer.launch(NGINX.toString(), "-c", folder.resolve("nginx.conf").toString());
    peer.await();
    return peer;
  }

  private static String sockets(Path folder) {
    return IntStream.range(0, PROCESSES)
        .mapToObj(i -> "server unix:" + folder.resolve(i + ".sock") + ";")
        .collect(Collectors.joining(" "));
  }

  private void launch(String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("peers.log").toFile()));
    builder.environment().put("MAPSERVER_CONFIG_FILE", folder.resolve("mapserver.conf").toString());
    processes.add(builder.start());
  }

  private void await() throws InterruptedException {
    Peer.await(
        "nginx",
        () -> {
          try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
          }
        });
  }

  URI tile(int z, int x, int y) {
    return URI.create(
        "http://127.0.0.1:"
            + port
            + "/ms?mode=tile&tilemode=gmap&layers=ndvi&tile="
            + x
            + "+"
            + y
            + "+"
            + z);
  }

  /** The URI of a file in the folder. */
  URI file(String name) {
    return URI.create("http://127.0.0.1:" + port + "/" + name);
  }

  /** CPU time of all its processes so far. */
  long cpuNanos() {
    return processes.stream().mapToLong(each -> Peer.cpuNanos(each.toHandle())).sum();
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }
}
