package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import io.glebe.api.farm.TestFarm;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.fixture.LockedTable;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How many pages the streams of changes read at a time. */
class ChangeReadsTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final EntityType SITE = Catalogue.standard().get("Site");
  private static final int STREAMS = 20;
  private static final int LONG = 1_500_000;

  private final RecordService records = TestPlatform.shared().platform().records().records();
  private final ChangeReads reads = new ChangeReads(records);

  private ListQuery fromNow() {
    ListQuery query = ListQuery.first(ListQuery.MAX_LIMIT);
    RecordPage page = records.list(Caller.system(), SITE, query).await();
    while (page.hasMore()) {
      page = records.list(Caller.system(), SITE, query.from(page.nextCursor())).await();
    }
    return query.from(page.nextCursor());
  }

  private static void site(String text) {
    TestFarm.system(
        "Site",
        UUID.randomUUID(),
        "{'name': 'Barn', 'farmId': '" + FARM.farm + "', 'text': '" + text + "'}");
  }

  private byte[] next(ListQuery query, MemoryBudget.Lease memory) throws Exception {
    return reads.next(
        () -> Caller.system(),
        SITE,
        query,
        memory,
        page -> page.json().getBytes(StandardCharsets.UTF_8),
        () -> {});
  }

  @Test
  void aLongRecordIsReadForOneStreamAtATime() {
    ListQuery query = fromNow();
    site("a".repeat(LONG));
    long events = 2L * (LONG + 1_000) * STREAMS;
    long oneRead = 2L * records.limits().page();
    MemoryBudget budget = new MemoryBudget("streams", events + oneRead, events + oneRead);
    CountDownLatch all = new CountDownLatch(STREAMS);

    Future.all(
            Stream.generate(
                    () ->
                        OffLoop.run(
                            () -> {
                              try (MemoryBudget.Lease memory = budget.lease("caller")) {
                                assertThat(next(query, memory)).hasSizeGreaterThan(LONG);
                                all.countDown();
                                all.await();
                              } finally {
                                all.countDown();
                              }
                              return null;
                            }))
                .limit(STREAMS)
                .toList())
        .await();
    assertThat(budget.held()).isZero();
  }

  @Test
  void someShortPagesAreReadAtATime() {
    ListQuery query = fromNow();
    site("short");
    MemoryBudget budget = new MemoryBudget("streams", 1, 1);
    var database = TestPlatform.shared().platform().infrastructure().database();
    List<Future<byte[]>> all;
    try (LockedTable locked = new LockedTable(database, "record.sites")) {
      all =
          Stream.generate(() -> OffLoop.run(() -> next(query, budget.lease("caller"))))
              .limit(STREAMS)
              .toList();
      Awaitility.await().until(() -> locked.readers() >= 8);
      assertThat(locked.mostReaders()).isEqualTo(8);
    }
    for (Future<byte[]> event : all) {
      assertThat(new String(event.await(), StandardCharsets.UTF_8)).contains("short");
    }
  }
}
