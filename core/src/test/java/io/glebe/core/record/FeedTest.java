package io.glebe.core.record;

import static io.glebe.core.record.RecordFixture.json;
import static io.glebe.core.record.RecordFixture.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.access.Caller;
import io.glebe.core.database.FeedClock;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteResult;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

class FeedTest {
  private static final RecordFixture FARM = new RecordFixture();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static Future<OffsetDateTime> stamp(SqlConnection connection, int count) {
    return connection
        .query(FeedClock.take("budgets", "" + count) + "select stamp from s")
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime(0));
  }

  @Test
  void aStampIsAssignedOnlyAfterEarlierStampsAreCommitted() {
    SqlConnection first = connection();
    SqlConnection second = connection();
    var one = first.begin().await();
    OffsetDateTime early = stamp(first, 3).await();
    var two = second.begin().await();
    Future<OffsetDateTime> late = stamp(second, 1);
    Awaitility.await()
        .during(Duration.ofMillis(200))
        .atMost(Duration.ofSeconds(60))
        .until(() -> !late.isComplete());
    one.commit().await();
    assertThat(late.await()).isAfter(early);
    two.commit().await();
    first.close().await();
    second.close().await();
  }

  @Test
  void aSystemClockThatStepsBackDoesNotAffectTheFeed() {
    var ahead =
        FARM.database
            .query(
                "update record.feed_clock set stamp = clock_timestamp() + interval '1 day' where"
                    + " collection = 'machines' returning stamp")
            .await()
            .iterator()
            .next()
            .getOffsetDateTime(0);
    WriteResult machine =
        FARM.put(
            "Machine",
            UUID.randomUUID(),
            "{'name': 'Tractor', 'kind': 'TRACTOR', 'farmId': '" + FARM.farm + "'}");
    assertThat(machine.stored().provenance().updatedAt()).isEqualTo(ahead.plusNanos(1000));
  }

  private static SqlConnection connection() {
    return FARM.database.pool(io.glebe.core.database.Purpose.REQUEST).getConnection().await();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void aReaderThatFollowsTheCursorMissesNoConcurrentWrites(long seed) throws Exception {
    int writers = 6;
    int writesEach = 40;
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    CountDownLatch running = new CountDownLatch(writers);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int w = 0; w < writers; w++) {
        Random random = new Random(seed * 1000 + w);
        threads.execute(
            () -> {
              try {
                write(caller, farm, random, writesEach);
              } catch (RuntimeException | AssertionError e) {
                failures.add(e);
              } finally {
                running.countDown();
              }
            });
      }
      Map<UUID, Long> seen = follow(caller, new Random(seed), running);
      assertThat(failures).as("seed " + seed).isEmpty();
      assertThat(seen).as("seed " + seed).isEqualTo(versions(farm));
    }
  }

  private static void write(Caller caller, UUID farm, Random random, int writes) {
    List<UUID> own = new ArrayList<>();
    for (int i = 0; i < writes; i++) {
      if (own.isEmpty() || random.nextInt(3) > 0) {
        UUID id = UUID.randomUUID();
        String body =
            "{'name': 'w', 'status': 'PLANNED', 'originType': 'USER', 'farmId': '" + farm + "'}";
        FARM.put(caller, "Task", id, json(body));
        own.add(id);
      } else {
        UUID id = own.get(random.nextInt(own.size()));
        String patch = "{'name': 'w" + random.nextInt() + "'}";
        FARM.records.patch(WriteRequest.of(caller, type("Task"), id, json(patch))).await();
      }
    }
  }

  /** Reads the feed during the writes; returns the last version received of each record. */
  private static Map<UUID, Long> follow(Caller caller, Random random, CountDownLatch running)
      throws InterruptedException {
    Map<UUID, Long> seen = new HashMap<>();
    ListQuery next = ListQuery.first(1 + random.nextInt(20));
    boolean last = false;
    while (true) {
      RecordPage page = FARM.records.list(caller, type("Task"), next).await();
      OffsetDateTime before = OffsetDateTime.MIN;
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
  void aFarmAddedLaterIsDeliveredInFullAndARemovedFarmIsNotDelivered() {
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    FARM.farm(first, FARM.organization, FARM.user);
    FARM.farm(second, FARM.organization, FARM.user);
    List<String> old = sites(second, 7);
    List<String> own = sites(first, 5);
    Caller one = FARM.person(FARM.user, "console", Set.of(first));
    Caller both = FARM.person(FARM.user, "console", Set.of(first, second));
    FeedWalk walk = new FeedWalk(FARM, "Site", ListQuery.first(2)).drain(one);
    assertThat(walk.ids).containsExactlyElementsOf(own);
    walk.ids.clear();
    walk.page(both);
    List<String> meanwhile = sites(first, 3);
    walk.drain(both);
    List<String> expected = new ArrayList<>(old);
    expected.addAll(meanwhile);
    assertThat(walk.ids).containsExactlyInAnyOrderElementsOf(expected);
    sites(second, 2);
    walk.ids.clear();
    walk.drain(one);
    assertThat(walk.ids).isEmpty();
    List<String> last = sites(first, 1);
    walk.drain(one);
    assertThat(walk.ids).containsExactlyElementsOf(last);
  }

  @Test
  void aFarmAddedWhileAnotherIsBeingReadIsDeliveredToo() {
    List<UUID> farms = new ArrayList<>();
    List<String> all = new ArrayList<>();
    Set<UUID> reached = new java.util.HashSet<>();
    for (int i = 0; i < 4; i++) {
      UUID farm = UUID.randomUUID();
      FARM.farm(farm, FARM.organization, FARM.user);
      farms.add(farm);
      all.addAll(sites(farm, 4));
    }
    FeedWalk walk = new FeedWalk(FARM, "Site", ListQuery.first(3));
    for (UUID farm : farms) {
      reached.add(farm);
      walk.page(FARM.person(FARM.user, "console", Set.copyOf(reached)));
    }
    walk.drain(FARM.person(FARM.user, "console", Set.copyOf(reached)));
    assertThat(Set.copyOf(walk.ids)).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void aUserAssignedToAFarmIsDeliveredToTheUsersOfThatFarm() {
    UUID newcomer = UUID.randomUUID();
    FARM.user(newcomer, "newcomer");
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    FeedWalk walk = new FeedWalk(FARM, "User", ListQuery.first(10)).drain(caller);
    assertThat(walk.ids).doesNotContain(newcomer.toString());
    FARM.system(
        "AccessAssignment",
        UUID.randomUUID(),
        "{'userId': '"
            + newcomer
            + "', 'farmId': '"
            + farm
            + "', 'roleId': '"
            + FARM.ownerRole
            + "'}");
    walk.ids.clear();
    walk.drain(caller);
    assertThat(walk.ids).containsExactly(newcomer.toString());
    StoredRecord user = FARM.records.get(caller, type("User"), newcomer).await();
    assertThat(user.version()).isEqualTo(1);
  }

  @Test
  void aPageOfHugeRecordsEndsEarlyAndNoRecordIsLost() {
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    List<String> made = noisySites(farm, 5, 2_000_000);
    RecordPage first = FARM.records.list(caller, type("Site"), ListQuery.first(100)).await();
    assertThat(first.size()).isBetween(1, 4);
    assertThat(first.hasMore()).isTrue();
    assertThat(FARM.walk(caller, "Site", 100)).containsExactlyElementsOf(made);
  }

  @Test
  void aLongRecordAmongShortRecordsKeepsItsPosition() {
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    List<String> made = new ArrayList<>(sites(farm, 2));
    made.addAll(noisySites(farm, 2, 100_000));
    made.addAll(sites(farm, 2));
    RecordPage page = FARM.records.list(caller, type("Site"), ListQuery.first(1000)).await();
    assertThat(page.records())
        .extracting(record -> record.id().toString())
        .containsExactlyElementsOf(made);
    assertThat(page.hasMore()).isFalse();
  }

  @Test
  void recordsThatCompressWellCountByTheirText() {
    List<UUID> farms = List.of(UUID.randomUUID(), UUID.randomUUID());
    farms.forEach(farm -> FARM.farm(farm, FARM.organization, FARM.user));
    List<String> made = new ArrayList<>(monotonousSites(farms.getFirst(), 12, 900_000));
    made.addAll(sites(farms.getFirst(), 2));
    Caller one = FARM.person(FARM.user, "console", Set.of(farms.getFirst()));
    assertThat(boundedWalk(one, ListQuery.first(1000))).containsExactlyElementsOf(made);
    assertThat(boundedWalk(one, ListQuery.first(5))).containsExactlyElementsOf(made);
    ListQuery filtered = ListQuery.first(100).where("farmId", farms.getFirst().toString());
    assertThat(boundedWalk(one, filtered)).containsExactlyElementsOf(made);
    made.addAll(monotonousSites(farms.getLast(), 3, 3_900_000));
    Caller both = FARM.person(FARM.user, "console", Set.copyOf(farms));
    assertThat(boundedWalk(both, ListQuery.first(1000))).containsExactlyElementsOf(made);
  }

  @Test
  void recordsWhoseNumbersHaveManyDigitsCountByTheirText() {
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    String numbers = "[" + "1e399,".repeat(1500) + "1e-399]"; // 600,000 digits
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      UUID id = UUID.randomUUID();
      FARM.system(
          "Site", id, "{'name': 'Big', 'farmId': '" + farm + "', 'x-numbers': " + numbers + "}");
      made.add(id.toString());
    }
    assertThat(boundedWalk(caller, ListQuery.first(1000))).containsExactlyElementsOf(made);
  }

  /** The ids of all pages, each of which has at most 4 MiB of text. */
  private static List<String> boundedWalk(Caller caller, ListQuery query) {
    List<String> found = new ArrayList<>();
    RecordPage page = FARM.records.list(caller, type("Site"), query).await();
    while (true) {
      assertThat(page.records().stream().mapToLong(record -> record.doc().length()).sum())
          .isLessThanOrEqualTo(4L << 20);
      page.records().forEach(record -> found.add(record.id().toString()));
      if (!page.hasMore()) {
        return found;
      }
      assertThat(page.size()).isPositive();
      page = FARM.records.list(caller, type("Site"), query.from(page.nextCursor())).await();
    }
  }

  @Test
  void readersOfSeveralFarmsAndOfAllFarmsGetTheSameOrder() {
    List<UUID> farms = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
    farms.forEach(farm -> FARM.farm(farm, FARM.organization, FARM.user));
    List<String> made = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      farms.forEach(farm -> made.addAll(sites(farm, 1)));
    }
    Caller several = FARM.person(FARM.user, "console", Set.copyOf(farms));
    assertThat(FARM.walk(several, "Site", 2)).containsExactlyElementsOf(made);
    assertThat(FARM.walk(Caller.system(), "Site", 100)).containsSubsequence(made);
  }

  @Test
  void readingStartsAfterAGivenTime() {
    UUID farm = UUID.randomUUID();
    FARM.farm(farm, FARM.organization, FARM.user);
    Caller caller = FARM.person(FARM.user, "console", Set.of(farm));
    sites(farm, 3);
    OffsetDateTime border =
        FARM.records
            .list(caller, type("Site"), ListQuery.first(10))
            .await()
            .records()
            .getLast()
            .provenance()
            .updatedAt();
    List<String> later = sites(farm, 2);
    ListQuery query = new ListQuery(1, Optional.empty(), Optional.of(border.toInstant()), Map.of());
    assertThat(FeedWalk.all(FARM, caller, "Site", query)).containsExactlyElementsOf(later);
  }

  /** Creates sites with incompressible content. */
  private static List<String> noisySites(UUID farm, int count, int characters) {
    Random random = new Random(5);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder noise = new StringBuilder(characters);
      for (int c = 0; c < characters; c++) {
        noise.append((char) ('a' + random.nextInt(26)));
      }
      ids.add(bigSite(farm, noise.toString()));
    }
    return ids;
  }

  private static List<String> monotonousSites(UUID farm, int count, int characters) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(bigSite(farm, "a".repeat(characters)));
    }
    return ids;
  }

  private static String bigSite(UUID farm, String text) {
    UUID id = UUID.randomUUID();
    FARM.system("Site", id, "{'name': 'Big', 'farmId': '" + farm + "', 'x-noise': '" + text + "'}");
    return id.toString();
  }

  private static List<String> sites(UUID farm, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      UUID id = UUID.randomUUID();
      FARM.system("Site", id, "{'name': 'Barn', 'farmId': '" + farm + "'}");
      ids.add(id.toString());
    }
    return ids;
  }
}
