package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Migrations;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {
  private static final int WRITERS = 6;
  private static final int BEFORE_THE_KILL = 150;

  @TempDir private Path data;

  @Test
  void acknowledgedWritesAreStoredAndNoWriteIsStoredInPart() throws Exception {
    Vertx vertx = Vertx.vertx();
    Map<UUID, Long> acknowledged = new ConcurrentHashMap<>();
    String cursor;
    Caller owner;
    try (EmbeddedPostgres server = start()) {
      Migrations.apply(server.address());
      Database database = Database.open(vertx, server.address(), Settings.defaults());
      RecordFixture farm = new RecordFixture(database, () -> {});
      owner = farm.owner();
      cursor = farm.records.list(owner, type("Task"), ListQuery.first(10)).await().nextCursor();
      writeUntilTheServerIsKilled(farm, acknowledged);
      database.close();
    }
    assertThat(acknowledged.size()).isGreaterThanOrEqualTo(BEFORE_THE_KILL / 3);
    try (EmbeddedPostgres server = start()) {
      Database database = Database.open(vertx, server.address(), Settings.defaults());
      check(database, acknowledged);
      RecordService records =
          RecordService.open(
                  database,
                  RuleSettings.lenient(),
                  ReadLimits.of(Settings.defaults()),
                  ChangeListener.NONE)
              .await();
      assertThat(delivered(records, owner, cursor)).containsAll(acknowledged.keySet());
      database.close();
    } finally {
      vertx.close().await();
    }
  }

  private EmbeddedPostgres start() throws IOException {
    return EmbeddedPostgres.start(data, CacheFolder.ofUser(), EmbeddedPostgres.Durability.SAFE);
  }

  private void writeUntilTheServerIsKilled(RecordFixture farm, Map<UUID, Long> acknowledged)
      throws Exception {
    CountDownLatch enough = new CountDownLatch(BEFORE_THE_KILL);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < WRITERS; i++) {
        threads.execute(() -> write(farm, acknowledged, enough));
      }
      assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
      long pid =
          Long.parseLong(Files.readAllLines(data.resolve("postgres/postmaster.pid")).getFirst());
      ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
      postmaster.descendants().forEach(ProcessHandle::destroyForcibly);
      postmaster.destroyForcibly();
    }
  }

  private static void write(
      RecordFixture farm, Map<UUID, Long> acknowledged, CountDownLatch enough) {
    try {
      while (true) {
        UUID id = UUID.randomUUID();
        String body = "{'name': 'w', 'status': 'PLANNED', 'farmId': '" + farm.farm + "'}";
        farm.put("Task", id, body);
        acknowledged.put(id, 1L);
        enough.countDown();
        WriteResult changed =
            farm.records
                .patch(WriteRequest.of(farm.owner(), type("Task"), id, json("{'name': 'x'}")))
                .await();
        acknowledged.put(id, changed.stored().version());
        enough.countDown();
      }
    } catch (RuntimeException killed) {
      enough.countDown(); // expected: the server was killed
    }
  }

  private static void check(Database database, Map<UUID, Long> acknowledged) {
    Set<UUID> there = new HashSet<>();
    database
        .query(
            "select t.id, t.version, (select count(*) from record.audit_logs a where a.doc ->>"
                + " 'entityId' = t.id::text) from record.tasks t")
        .await()
        .forEach(
            row -> {
              there.add(row.getUUID(0));
              assertThat(row.getLong(1))
                  .isGreaterThanOrEqualTo(acknowledged.getOrDefault(row.getUUID(0), 1L));
              assertThat(row.getLong(2)).as("accounts of a record").isEqualTo(row.getLong(1));
            });
    assertThat(there).containsAll(acknowledged.keySet());
    long orphans =
        database
            .query(
                "select count(*) from record.audit_logs a where a.doc ->> 'entityType' = 'Task' and"
                    + " not exists (select from record.tasks t where t.id::text = a.doc ->>"
                    + " 'entityId')")
            .await()
            .iterator()
            .next()
            .getLong(0);
    assertThat(orphans).as("accounts without their record").isZero();
  }

  private static Set<UUID> delivered(RecordService records, Caller owner, String cursor) {
    Set<UUID> ids = new HashSet<>();
    ListQuery next = ListQuery.first(100).from(cursor);
    boolean more = true;
    while (more) {
      RecordPage page = records.list(owner, type("Task"), next).await();
      page.records().forEach(record -> ids.add(record.id()));
      next = next.from(page.nextCursor());
      more = page.hasMore();
    }
    return ids;
  }
}
