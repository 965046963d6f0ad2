package io.glebe.bench.load;

import io.glebe.tile.grid.TileId;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** PostgreSQL 15 with PostGIS of Debian, for one run; absent where it cannot be installed. */
final class PostgisPeer implements AutoCloseable {
  private static final Path PROGRAMS = Path.of("/usr/lib/postgresql/15/bin");
  private static final Path EXTENSION =
      Path.of("/usr/share/postgresql/15/extension/postgis.control");
  private static final int REPEATS = 20;
  private static final String TABLE =
      "CREATE EXTENSION postgis; CREATE TABLE fields (id int, crop text, area float8, status text,"
          + " village text, geom geometry(Polygon, 3857))";
  private static final String TILE =
      "CREATE INDEX ON fields USING gist (geom); ANALYZE fields;"
          + " CREATE FUNCTION tile(z int, x int, y int) RETURNS bytea LANGUAGE sql STABLE AS"
          + " 'WITH t AS (SELECT ST_AsMVTGeom(geom, ST_TileEnvelope(z, x, y), 4096, 64, true) AS"
          + " geom, id, crop, area, status, village FROM fields WHERE geom && ST_TileEnvelope(z, x,"
          + " y, margin => 64.0 / 4096)) SELECT ST_AsMVT(t.*, ''fields'') FROM t'";

  private final Optional<Path> folder;
  private final int port;

  private PostgisPeer(Optional<Path> folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  static PostgisPeer start() throws IOException {
    if (!Peer.present(List.of(PROGRAMS.resolve("initdb"), EXTENSION), "postgresql-15-postgis-3")) {
      return new PostgisPeer(Optional.empty(), 0);
    }
    Path folder = Files.createTempDirectory("glebe-postgis-");
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    PostgisPeer peer = new PostgisPeer(Optional.of(folder), port);
    Peer.run(folder, List.of("chown", "postgres", folder.toString()));
    String data = folder.resolve("data").toString();
    peer.program("initdb", "-D", data, "-A", "trust", "-U", "postgres");
    peer.program(
        "pg_ctl",
        "-D",
        data,
        "-w",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p "
            + port
            + " -k "
            + folder
            + " -c shared_buffers=256MB -c fsync=off"
            + " -c max_parallel_workers_per_gather=0",
        "start");
    return peer;
  }

  /** Fills the table with lines in the format of COPY. */
  void load(List<String> lines) throws IOException {
    if (folder.isEmpty()) {
      return;
    }
    Path file = Files.write(folder.get().resolve("fields.txt"), lines);
    sql(TABLE);
    sql("COPY fields FROM '" + file + "'");
    sql(TILE);
  }

  /** Milliseconds and bytes per tile. */
  record Run(double millis, double bytes) {}

  /** Creates tiles in one backend, with all data in memory. */
  Optional<Run> run(List<TileId> tiles) {
    if (folder.isEmpty()) {
      return Optional.empty();
    }
    String list =
        tiles.stream()
            .map(t -> "(" + t.zoom() + "," + t.x() + "," + t.y() + ")")
            .collect(Collectors.joining(","));
    String timed =
        """
        WITH runs AS MATERIALIZED (SELECT sum(length(tile(z, x, y))) AS bytes FROM (VALUES %s)
          AS v(z, x, y), generate_series(1, %s) AS n WHERE n > 0)
        SELECT extract(epoch FROM clock_timestamp() - now()) * 1000, bytes
        FROM runs
        """
            .formatted(list, REPEATS);
    sql(timed);
    String[] answer = sql(timed).strip().split("\\|", -1);
    double made = (double) REPEATS * tiles.size();
    return Optional.of(
        new Run(Double.parseDouble(answer[0]) / made, Double.parseDouble(answer[1]) / made));
  }

  private String sql(String text) {
    return program(
        "psql",
        "-h",
        folder.get().toString(),
        "-p",
        Integer.toString(port),
        "-U",
        "postgres",
        "-q",
        "-At",
        "-v",
        "ON_ERROR_STOP=1",
        "-c",
        text);
  }

  private String program(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of("runuser", "-u", "postgres", "--"));
    command.add(PROGRAMS.resolve(name).toString());
    command.addAll(List.of(arguments));
    return Peer.run(folder.orElseThrow(), command);
  }

  @Override
  public void close() throws IOException {
    if (folder.isEmpty()) {
      return;
    }
    program("pg_ctl", "-D", folder.get().resolve("data").toString(), "-m", "immediate", "stop");
    try (Stream<Path> files = Files.walk(folder.get())) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
