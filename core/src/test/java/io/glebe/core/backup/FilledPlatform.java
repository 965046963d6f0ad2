package io.glebe.core.backup;

import io.glebe.core.attachment.FileBlobs;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectEntry;
import io.glebe.zarr.store.ObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** A database with rows of several kinds, a store with a cube, and attachments; seeded. */
final class FilledPlatform {
  private final BackupParts parts;
  private final Random random = new Random(22);
  private int writes;

  private FilledPlatform(BackupParts parts) {
    this.parts = parts;
  }

  /** A platform with the schema of this version and rows. */
  static FilledPlatform make(Path folder) throws IOException, SQLException {
    FilledPlatform made =
        new FilledPlatform(
            new BackupParts(TestDatabase.freshAddress(), new MemoryObjectStore(), blobs(folder)));
    made.fill();
    return made;
  }

  /** The parts of a new platform. */
  static BackupParts empty(Path folder) throws IOException {
    return new BackupParts(TestDatabase.emptyAddress(), new MemoryObjectStore(), blobs(folder));
  }

  private static FileBlobs blobs(Path folder) throws IOException {
    return new FileBlobs(Files.createTempDirectory(folder, "blobs"));
  }

  BackupParts parts() {
    return parts;
  }

  private void fill() throws SQLException, IOException {
    run(
        parts.database(),
        """
        INSERT INTO cube_collection (id, doc, cube_path, bbox)
        VALUES ('s2', '{"title": "a\\tb\\\\c"}', 'cubes/s2/one', '{1.1,2.2,3.3,4.4}');
        INSERT INTO sensor.thing (owner, name, description) VALUES ('me', E'tab\\tline\\n', '\\N');
        INSERT INTO sensor.sensor (owner, name, description, encoding_type, metadata)
        VALUES ('me', 'probe', '', 'text/plain', '""');
        INSERT INTO sensor.observed_property (owner, name, definition, description)
        VALUES ('me', 'moisture', 'urn:m', '');
        INSERT INTO sensor.datastream
          (owner, name, description, observation_type, unit, thing_id, sensor_id, observed_property_id)
        VALUES ('me', 'depth 10', '', 'OM_Measurement', '{}', 1, 1, 1);
        SELECT sensor.make_month('2026-05-01'), sensor.make_month('2026-06-01');
        INSERT INTO sensor.observation (id, datastream_id, phenomenon_time, result, digest)
        SELECT nextval('sensor.observation_id'), 1, timestamptz '2026-05-20' + n * interval '1 minute',
          random(), n
        FROM generate_series(1, 30000) n;
        INSERT INTO mqtt.session (account, client_id, expiry_seconds, holder, connected, xid)
        VALUES ('me', 'pump', 60, gen_random_uuid(), true, 7);
        """);
    parts.zarr().put("cubes/s2/one/dataset.json", bytes("{}"));
    parts.zarr().put("cubes/s2/one/current.json", bytes("{\"version\":1}"));
    parts.zarr().put("cubes/s2/one/snapshots/000000000001.json", bytes("{\"version\":1}"));
    for (int chunk = 0; chunk < 300; chunk++) {
      byte[] cells = new byte[random.nextInt(5_000)];
      random.nextBytes(cells);
      parts.zarr().put("cubes/s2/one/B04/c/" + chunk, cells);
    }
    byte[] large = new byte[PieceStore.LARGEST + 17];
    random.nextBytes(large);
    parts.zarr().put("jobs/archive.pmtiles", large);
    for (int one = 0; one < 5; one++) {
      write();
    }
  }

  /** Writes a record with an attachment; the bytes come first, as in the platform. */
  void write() throws SQLException, IOException {
    UUID id = new UUID(22, ++writes);
    byte[] content = new byte[1_000 + random.nextInt(1_000)];
    random.nextBytes(content);
    Path spooled = Files.createTempFile(parts.blobs().spool(), "up-", "");
    Files.write(spooled, content);
    run(parts.database(), "INSERT INTO record.blob (file_id) VALUES ('" + id + "')");
    parts.blobs().keep(id, spooled);
    run(
        parts.database(),
        """
        INSERT INTO record.files (id, doc, version, created_at, updated_at, origin_type)
        VALUES ('%s', '{"n": %d}', 1, now(), clock_timestamp(), 'USER')
        """
            .formatted(id, writes));
  }

  static void run(DatabaseAddress address, String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Every row of every table that a backup copies, as text, and the sequences. */
  static Map<String, String> rows(DatabaseAddress address) throws SQLException {
    Map<String, String> all = new TreeMap<>();
    try (Connection connection =
        DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password())) {
      SchemaTables schema = new SchemaTables(connection);
      for (String table : schema.columns().keySet()) {
        String columns = table.equals("mqtt.session") ? "t.client_id" : "t";
        all.put(
            table,
            String.join(
                "\n",
                schema.texts("SELECT (%s)::text FROM %s t ORDER BY 1".formatted(columns, table))));
      }
      all.put("sequences", schema.sequences().toString());
      all.put("foreign keys", schema.foreignKeys().toString());
      all.put("partitions", schema.partitions().toString());
      all.put("scripts", schema.scripts().toString());
    }
    return all;
  }

  /** Every object of a store by its content. */
  static Map<String, String> objects(ObjectStore store) {
    Map<String, String> all = new TreeMap<>();
    try (Stream<ObjectEntry> entries = store.list("")) {
      entries.forEach(
          entry ->
              all.put(
                  entry.key(),
                  HexFormat.of()
                      .formatHex(
                          io.glebe.zarr.digest.Sha256.of(
                              store.get(entry.key()).orElseThrow().toByteArray()))));
    }
    return all;
  }

  static byte[] attachment(BackupParts parts, UUID id) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    parts.blobs().copy(id, 0, parts.blobs().size(id).orElseThrow(), bytes);
    return bytes.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
