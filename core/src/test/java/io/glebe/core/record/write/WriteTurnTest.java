package io.glebe.core.record.write;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Caller;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.table.StoredRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes write to one database; each of them has its own pools and its own queue. */
class WriteTurnTest {
  private static final RecordFixture FARM = new RecordFixture();
  private static final int WRITERS = 4;
  private static final int WRITES = 40;

  @AfterAll
  static void close() {
    FARM.close();
  }

  /** The part of a process that writes records. */
  private record OneProcess(Vertx vertx, Database database, RecordService records)
      implements AutoCloseable {
    static OneProcess open() {
      Vertx vertx = Vertx.vertx();
      Database database = Database.open(vertx, FARM.database.address(), Settings.defaults());
      return new OneProcess(
          vertx,
          database,
          RecordService.open(
                  database,
                  RuleSettings.lenient(),
                  ReadLimits.of(Settings.defaults()),
                  ChangeListener.NONE)
              .await());
    }

    @Override
    public void close() {
      database.close();
      vertx.close().await();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void noCursorMissesAChangeWhileTwoProcessesWrite(long seed) throws Exception {
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    CountDownLatch running = new CountDownLatch(2 * WRITERS);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    try (OneProcess one = OneProcess.open();
        OneProcess other = OneProcess.open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < 2 * WRITERS; w++) {
        RecordService records = w % 2 == 0 ? one.records() : other.records();
        Random random = new Random(seed * 1000 + w);
        threads.execute(
            () -> {
              try {
                write(records, caller, farm, random);
              } catch (RuntimeException | AssertionError e) {
                failures.add(e);
              } finally {
                running.countDown();
              }
            });
      }
      Map<UUID, Long> seen = follow(other.records(), caller, new Random(seed), running);
      assertThat(failures).as("seed " + seed).isEmpty();
      assertThat(seen).as("seed " + seed).isEqualTo(versions(farm));
    }
  }

  private static void write(RecordService records, Caller caller, UUID farm, Random random) {
    List<UUID> own = new ArrayList<>();
    for (int i = 0; i < WRITES; i++) {
      if (own.isEmpty() || random.nextInt(3) > 0) {
        UUID id = UUID.randomUUID();
        records.put(task(caller, id, farm)).await();
        own.add(id);
      } else {
        UUID id = own.get(random.nextInt(own.size()));
        String patch = "{'name': 'w" + random.nextInt() + "'}";
        records.patch(WriteRequest.of(caller, type("Task"), id, json(patch))).await();
      }
    }
  }

  private static WriteRequest task(Caller caller, UUID id, UUID farm) {
    return FARM.request(
        caller,
        "Task",
        id,
        json("{'name': 'w', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '" + farm + "'}"));
  }

  /** Reads the feed during the writes; returns the last version received of each record. */
  private static Map<UUID, Long> follow(
      RecordService records, Caller caller, Random random, CountDownLatch running)
      throws InterruptedException {
    Map<UUID, Long> seen = new HashMap<>();
    ListQuery next = ListQuery.first(1 + random.nextInt(20));
    OffsetDateTime before = OffsetDateTime.MIN;
    boolean last = false;
    while (true) {
      RecordPage page = records.list(caller, type("Task"), next).await();
      for (StoredRecord record : page.records()) {
        assertThat(record.provenance().updatedAt()).isAfterOrEqualTo(before);
        before = record.provenance().updatedAt();
        seen.put(record.id(), record.version());
      }
      next = next.from(page.nextCursor());
      if (!page.hasMore() && last) {
        return seen;
      }
      last = running.await(0, TimeUnit.MILLISECONDS);
    }
  }

  private static Map<UUID, Long> versions(UUID farm) {
    Map<UUID, Long> versions = new HashMap<>();
    FARM.database
        .query("select id, version from record.tasks where farm_id = $1", farm)
        .await()
        .forEach(row -> versions.put(row.getUUID(0), row.getLong(1)));
    return versions;
  }

  @Test
  void writesCollectWhileOtherProcessesHaveTheTurns() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (OneProcess process = OneProcess.open()) {
      process.records().bind(new PlatformMeters(registry));
      Runnable end = holdTurns();
      List<Future<WriteResult>> first = List.of(put(process), put(process));
      Awaitility.await().until(() -> waitingForTurns() == WriteTurn.PLACES);
      end.run();
      Future.all(first).await(); // now the process knows that others take turns

      end = holdTurns();
      List<Future<WriteResult>> later = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        later.add(put(process));
      }
      Awaitility.await()
          .until(() -> registry.get(MeterNames.RECORD_WRITES_WAITING).gauge().value() == 20);
      end.run();
      Future.all(later).await();

      assertThat(transactions(later)).isEqualTo(1);
    }
  }

  /** Takes all turns as another process; the result gives them back. */
  private static Runnable holdTurns() {
    SqlConnection holder = FARM.database.pool(Purpose.BACKGROUND).getConnection().await();
    var transaction = holder.begin().await();
    for (int place = 0; place < WriteTurn.PLACES; place++) {
      holder
          .query("select pg_advisory_xact_lock(%d, %d)".formatted(WriteTurn.LOCK, place))
          .execute()
          .await();
    }
    return () -> {
      transaction.commit().await();
      holder.close().await();
    };
  }

  @Test
  void aProcessThatKeepsItsTurnStopsNobodyForLong() {
    try (OneProcess process = OneProcess.open()) {
      Runnable end = holdTurns();
      assertThat(put(process).await().stored()).isNotNull();
      long start = System.nanoTime();
      assertThat(put(process).await().stored()).isNotNull();
      assertThat(System.nanoTime() - start)
          .as("turns are not used for some time")
          .isLessThan(TimeUnit.SECONDS.toNanos(5));
      end.run();
    }
  }

  private static long waitingForTurns() {
    return FARM.database
        .query(
            """
            select count(*)
            from pg_locks
            where locktype = 'advisory' and not granted and classid::bigint = $1
            """,
            (long) WriteTurn.LOCK)
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  private static Future<WriteResult> put(OneProcess process) {
    return process.records().put(task(FARM.owner(), UUID.randomUUID(), FARM.farm));
  }

  private static long transactions(List<Future<WriteResult>> writes) {
    UUID[] ids = writes.stream().map(write -> write.result().stored().id()).toArray(UUID[]::new);
    return FARM.database
        .query(
            "select count(distinct xmin::text) from record.tasks where id = any($1)", (Object) ids)
        .await()
        .iterator()
        .next()
        .getLong(0);
  }
}
