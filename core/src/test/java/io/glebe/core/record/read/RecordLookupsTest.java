package io.glebe.core.record.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.table.RecordTable;
import io.glebe.core.record.table.StoredRecord;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RecordLookupsTest {
  private static final TestDatabase DATABASE = TestDatabase.create();
  private static final RecordFixture FARM = new RecordFixture(DATABASE.database(), DATABASE::close);
  private static final RecordTable SITES = RecordTable.of("Site");
  private final RecordLookups lookups = new RecordLookups(FARM.database);

  @AfterAll
  static void close() {
    FARM.close();
  }

  @Test
  void manyConcurrentLookupsEachGetTheirRecord() {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(site("site " + i));
      ids.add(UUID.randomUUID());
    }
    List<UUID> requested = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      requested.addAll(ids);
    }
    List<Optional<StoredRecord>> found =
        onLoop(() -> Future.join(get(requested)).map(all -> all.<Optional<StoredRecord>>list()));
    assertThat(found).hasSize(requested.size());
    for (int i = 0; i < requested.size(); i++) {
      Optional<StoredRecord> one = found.get(i);
      assertThat(one.isPresent()).as("number " + i).isEqualTo(i % 2 == 0);
      UUID id = requested.get(i);
      one.ifPresent(record -> assertThat(record.id()).isEqualTo(id));
    }
  }

  @Test
  void aLookupAfterAWriteReturnsTheWrittenRecord() {
    UUID id = site("before");
    onLoop(
        () -> {
          Future<?> first = lookups.get(SITES, id);
          Future<?> waiting = lookups.get(SITES, id);
          Future<Optional<StoredRecord>> after =
              FARM.database
                  .query(
                      "update record.sites set doc = doc || '{\"name\": \"after\"}' where id = $1",
                      id)
                  .compose(done -> lookups.get(SITES, id));
          return Future.join(first, waiting, after)
              .map(
                  done -> {
                    assertThat(after.result().orElseThrow().attributes().path("name").asText())
                        .isEqualTo("after");
                    return done;
                  });
        });
  }

  @Test
  void aLookupOutsideAnEventLoopReturnsTheRecord() {
    UUID id = site("alone");
    assertThat(lookups.get(SITES, id).await()).isPresent();
    assertThat(lookups.get(SITES, UUID.randomUUID()).await()).isEmpty();
  }

  private List<Future<Optional<StoredRecord>>> get(List<UUID> ids) {
    return ids.stream().map(id -> lookups.get(SITES, id)).toList();
  }

  private static UUID site(String name) {
    UUID id = UUID.randomUUID();
    FARM.system("Site", id, "{'name': '" + name + "', 'farmId': '" + FARM.farm + "'}");
    return id;
  }

  private static <T> T onLoop(Supplier<Future<T>> action) {
    Promise<T> promise = Promise.promise();
    Vertx vertx = DATABASE.vertx();
    vertx.runOnContext(start -> action.get().onSuccess(promise::complete).onFailure(promise::fail));
    return promise.future().await();
  }
}
