package io.glebe.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.database.BackupLock;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.progress.Progress;
import io.glebe.zarr.fixture.S3Server;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ForwardingStore;
import io.glebe.zarr.store.MemoryObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.StoreException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is restored into an empty platform and compared row by row and object by object. */
final class BackupTest {
  @TempDir private Path folder;
  private FilledPlatform source;

  @BeforeEach
  void fill() throws IOException, SQLException {
    source = FilledPlatform.make(folder);
  }

  private Backup.Report backUp(ObjectStore target) throws IOException {
    return new Backup(source.parts(), target, "test").run(Progress.NONE);
  }

  private BackupParts restored(ObjectStore target) throws IOException {
    BackupParts empty = FilledPlatform.empty(folder);
    restore(target, empty);
    return empty;
  }

  private static void restore(ObjectStore target, BackupParts into) throws IOException {
    new Restore(into, target).run(new Backups(target).newest().orElseThrow(), Progress.NONE);
  }

  private void requireEqual(BackupParts restored, int attachments)
      throws SQLException, IOException {
    Map<String, String> expected = FilledPlatform.rows(source.parts().database());
    assertThat(expected.get("sensor.observation_202605").lines()).hasSizeGreaterThan(10_000);
    assertThat(FilledPlatform.rows(restored.database())).isEqualTo(expected);
    assertThat(FilledPlatform.objects(restored.zarr()))
        .hasSize(304)
        .isEqualTo(FilledPlatform.objects(source.parts().zarr()));
    for (int one = 1; one <= attachments; one++) {
      UUID id = new UUID(22, one);
      assertThat(FilledPlatform.attachment(restored, id))
          .isEqualTo(FilledPlatform.attachment(source.parts(), id));
    }
  }

  @Test
  void aRestoredPlatformHasTheSameRowsObjectsAndAttachments() throws Exception {
    try (ObjectStore target = new FileObjectStore(folder.resolve("target"))) {
      backUp(target);
      BackupParts restored = restored(target);
      requireEqual(restored, 5);
      Migrations.apply(restored.database());
      FilledPlatform.run(
          restored.database(),
          "INSERT INTO sensor.thing (owner, name, description) VALUES ('a','b','c')");
    }
  }

  @Test
  void aTargetMayBeABucket() throws Exception {
    try (S3Server server = S3Server.start(folder);
        ObjectStore target = server.newStore("glebe")) {
      backUp(target);
      requireEqual(restored(target), 5);
    }
  }

  @Test
  void aSecondBackupWritesOnlyWhatHasChanged() throws Exception {
    try (ObjectStore target = new MemoryObjectStore()) {
      Backup.Report first = backUp(target);
      source.write();
      Backup.Report second = backUp(target);
      assertThat(first.written()).isGreaterThan(32_000_000L);
      assertThat(second.written()).isLessThan(200_000L);
      requireEqual(restored(target), 6);
    }
  }

  @Test
  void everyAcknowledgedWriteBeforeTheStartIsInABackupUnderLoad() throws Exception {
    try (ObjectStore target = new MemoryObjectStore()) {
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger acknowledged = new AtomicInteger(5);
      CompletableFuture<Void> load =
          CompletableFuture.runAsync(
              () -> {
                while (!stop.get()) {
                  try {
                    source.write();
                    acknowledged.incrementAndGet();
                  } catch (SQLException | IOException e) {
                    throw new CompletionException(e);
                  }
                }
              });
      Awaitility.await().until(() -> acknowledged.get() > 20);
      int before = acknowledged.get();
      backUp(target);
      stop.set(true);
      load.join();
      BackupParts restored = restored(target);
      List<String> ids = new ArrayList<>();
      FilledPlatform.rows(restored.database())
          .get("record.files")
          .lines()
          .forEach(row -> ids.add(row.substring(1, 37)));
      assertThat(ids).hasSizeGreaterThanOrEqualTo(before);
      for (String id : ids) {
        assertThat(FilledPlatform.attachment(restored, UUID.fromString(id)))
            .isEqualTo(FilledPlatform.attachment(source.parts(), UUID.fromString(id)));
      }
    }
  }

  @Test
  void aCorruptPieceIsFoundAndNotRestored() throws Exception {
    try (ObjectStore target = new MemoryObjectStore()) {
      backUp(target);
      Backups backups = new Backups(target);
      assertThat(backups.verify(backups.newest().orElseThrow())).isEmpty();
      String piece =
          backups.newest().orElseThrow().tables().stream()
              .filter(table -> table.name().equals("sensor.thing"))
              .findFirst()
              .orElseThrow()
              .pieces()
              .getFirst();
      String key = "pieces/" + piece.substring(0, 2) + "/" + piece;
      byte[] bytes = target.get(key).orElseThrow().toByteArray();
      bytes[bytes.length / 2] ^= 1;
      target.put(key, bytes);
      assertThat(backups.verify(backups.newest().orElseThrow()))
          .singleElement()
          .asString()
          .contains(key, "corrupt");
      BackupParts empty = FilledPlatform.empty(folder);
      assertThatThrownBy(() -> restore(target, empty))
          .isInstanceOf(BackupFault.class)
          .hasMessageContaining("corrupt");
      target.delete(key);
      assertThat(backups.verify(backups.newest().orElseThrow()))
          .singleElement()
          .asString()
          .contains(key, "missing");
      backUp(target); // a piece that is missing is written again
      new Restore(empty, target).run(backups.require(backups.ids().getFirst()), Progress.NONE);
      requireEqual(empty, 5);
    }
  }

  @Test
  void anInterruptedBackupLeavesTheLastOneValid() throws Exception {
    MemoryObjectStore kept = new MemoryObjectStore();
    Backup.Report first = backUp(kept);
    source.write();
    assertThatThrownBy(() -> backUp(new FailingStore(kept, "backups/")))
        .isInstanceOf(StoreException.class);
    Backups backups = new Backups(kept);
    assertThat(backups.ids()).containsExactly(first.manifest().id());
    assertThat(backups.verify(backups.newest().orElseThrow())).isEmpty();
    restored(kept);
  }

  @Test
  void aRestoreThatEndedEarlyIsRepeatedAndNoPlatformStartsOnIt() throws Exception {
    MemoryObjectStore target = new MemoryObjectStore();
    backUp(target);
    BackupParts empty = FilledPlatform.empty(folder);
    BackupParts broken =
        new BackupParts(
            empty.database(),
            new FailingStore(empty.zarr(), "cubes/s2/one/B04/c/200"),
            empty.blobs());
    assertThatThrownBy(() -> restore(target, broken)).isInstanceOf(BackupFault.class);
    assertThatThrownBy(() -> Migrations.apply(empty.database()))
        .hasMessageContaining("has not ended; run glebe restore again");
    backUp(target);
    assertThatThrownBy(() -> restore(target, empty)).hasMessageContaining("another backup");
    Backups backups = new Backups(target);
    new Restore(empty, target).run(backups.require(backups.ids().getFirst()), Progress.NONE);
    requireEqual(empty, 5);
    Migrations.apply(empty.database());
  }

  @Test
  void aRestoreRefusesAPlatformThatIsNotEmpty() throws Exception {
    MemoryObjectStore target = new MemoryObjectStore();
    backUp(target);
    Map<String, String> before = FilledPlatform.rows(source.parts().database());
    assertThatThrownBy(() -> restore(target, source.parts()))
        .isInstanceOf(BackupFault.class)
        .hasMessageContaining("is not empty");
    assertThat(FilledPlatform.rows(source.parts().database())).isEqualTo(before);
  }

  @Test
  void aBackupAndADatabaseOfANewerVersionAreRefused() throws Exception {
    MemoryObjectStore target = new MemoryObjectStore();
    FilledPlatform.run(
        source.parts().database(),
        """
        INSERT INTO flyway_schema_history
          (installed_rank, version, description, type, script, checksum, installed_by,
          execution_time, success)
        VALUES (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 1, 'me', 1, true)
        """);
    assertThatThrownBy(() -> Migrations.apply(source.parts().database()))
        .hasMessageContaining("newer version of Glebe (V9999)");
    backUp(target);
    BackupParts empty = FilledPlatform.empty(folder);
    assertThatThrownBy(() -> restore(target, empty))
        .isInstanceOf(BackupFault.class)
        .hasMessageContaining("newer version")
        .hasMessageContaining("V9999__later.sql");
  }

  @Test
  void aBackupOfAnOlderSchemaIsMigratedForward() throws Exception {
    MemoryObjectStore target = new MemoryObjectStore();
    BackupParts older = FilledPlatform.empty(folder);
    List<String> scripts =
        Migrations.known(older.database()).stream()
            .filter(script -> script.compareTo("V111") < 0)
            .toList();
    Migrations.apply(older.database(), scripts);
    FilledPlatform.run(
        older.database(),
        """
        INSERT INTO record.farms (id, doc, version, created_at, updated_at, origin_type)
        VALUES (gen_random_uuid(), '{"name": "kept"}', 1, now(), now(), 'USER')
        """);
    new Backup(older, target, "older").run(Progress.NONE);
    BackupParts restored = restored(target);
    assertThat(FilledPlatform.rows(restored.database()))
        .isEqualTo(FilledPlatform.rows(older.database()));
    Migrations.apply(restored.database());
    Map<String, String> now = FilledPlatform.rows(restored.database());
    assertThat(now.get("record.farms")).contains("kept");
    assertThat(now).containsKey("mqtt.session");
  }

  @Test
  void storedObjectsAreNotDeletedWhileABackupRuns() throws Exception {
    try (TestDatabase db = TestDatabase.create()) {
      try (Connection backup =
          DriverManager.getConnection(
              db.address().jdbcUrl(), db.address().user(), db.address().password())) {
        assertThat(BackupLock.mayDelete(db.database()).await()).isTrue();
        assertThat(BackupLock.take(backup)).isTrue();
        assertThat(BackupLock.mayDelete(db.database()).await()).isFalse();
        assertThat(db.database().inTransaction(BackupLock::keepAway).await()).isFalse();
      }
      Awaitility.await().until(() -> BackupLock.mayDelete(db.database()).await());
    }
  }

  @Test
  void onlyTheNewestBackupsAreKeptWithThePiecesThatTheyNeed() throws Exception {
    MemoryObjectStore target = new MemoryObjectStore();
    backUp(target);
    source.write();
    String second = backUp(target).manifest().id();
    source.write();
    String third = backUp(target).manifest().id();
    Backups backups = new Backups(target);
    assertThat(backups.keep(2)).isPositive();
    assertThat(backups.ids()).containsExactly(second, third);
    assertThat(backups.verify(backups.require(second))).isEmpty();
    assertThat(backups.verify(backups.require(third))).isEmpty();
    requireEqual(restored(target), 7);
  }

  /** Fails at the keys that begin with a text. */
  private static final class FailingStore extends ForwardingStore {
    private final String failing;

    FailingStore(ObjectStore store, String failing) {
      super(store);
      this.failing = failing;
    }

    private void check(String key) {
      if (key.startsWith(failing)) {
        throw new StoreException(key, "the disk is full");
      }
    }

    @Override
    public void put(String key, MemorySegment bytes) {
      check(key);
      super.put(key, bytes);
    }

    @Override
    public void stage(String key, MemorySegment bytes) {
      check(key);
      super.stage(key, bytes);
    }

    @Override
    public boolean putIfAbsent(String key, MemorySegment bytes) {
      check(key);
      return super.putIfAbsent(key, bytes);
    }
  }
}
