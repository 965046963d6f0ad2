package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.record.write.WriteRequest;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** User records of older releases that have a subject and no issuer. */
class UsersWithoutIssuerTest {
  private static final String NOW = "urn:glebe:development-identity";

  /** More records than one transaction updates. */
  private static final int MANY = 520;

  @TempDir private Path folder;
  private Settings settings;

  @BeforeEach
  void database() {
    settings = TestPlatform.settings(folder.resolve("data"));
  }

  private static UUID user(Platform platform, String subject) {
    UUID id = UUID.randomUUID();
    ObjectNode user = Json.object().put("id", id.toString()).put("originType", "SYSTEM");
    user.put("displayName", "Somebody").put("subject", subject).put("status", "ACTIVE");
    platform
        .records()
        .records()
        .put(WriteRequest.of(Caller.system(), Catalogue.standard().get("User"), id, user))
        .await();
    return id;
  }

  /**
   * Stores the record as an older release did: with another issuer, or without an issuer when it is
   * empty.
   */
  private static void age(Platform platform, UUID id, String subject, String issuer) {
    Database database = platform.infrastructure().database();
    Tuple values = Tuple.of(id, Json.object().put("subject", subject).toString(), issuer);
    database
        .query(
            "update record.users set doc = (doc - 'issuer') || $2::text::jsonb || case when $3 = ''"
                + " then '{}' else jsonb_build_object('issuer', $3::text) end where id = $1",
            values)
        .await();
    database.query("delete from record.business_key where record_id = $1", Tuple.of(id)).await();
  }

  private static String stored(Platform platform, UUID id) {
    Row row =
        platform
            .infrastructure()
            .database()
            .query(
                "select doc ->> 'issuer' as issuer, version from record.users where id = $1",
                Tuple.of(id))
            .await()
            .iterator()
            .next();
    return row.getString("issuer") + " " + row.getLong("version");
  }

  private List<UUID> oldUsers() throws Exception {
    List<UUID> ids = new ArrayList<>();
    try (Platform platform = Platform.start(settings)) {
      for (int i = 0; i < MANY; i++) {
        ids.add(user(platform, "old-" + i));
      }
      for (int i = 0; i < MANY; i++) {
        String issuer = i % 2 == 0 ? "" : "http://localhost:8080/dev/identity";
        age(platform, ids.get(i), "old-" + i, issuer);
      }
    }
    return ids;
  }

  @Test
  void oldUsersGetTheIssuerOnceEvenWhenTwoNodesStartTogether() throws Exception {
    List<UUID> ids = oldUsers();
    Settings other = settings.with(ProcessSettings.DATA_DIR, folder.resolve("other").toString());
    try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Platform> one = starting.submit(() -> Platform.start(settings));
      Future<Platform> two = starting.submit(() -> Platform.start(other));
      try (Platform first = one.get();
          Platform second = two.get()) {
        assertThat(ids).allSatisfy(id -> assertThat(stored(first, id)).isEqualTo(NOW + " 2"));
        assertThatThrownBy(() -> user(second, "old-1"))
            .as("the subject has its User")
            .hasMessageContaining("taken");
      }
    }
    try (Platform again = Platform.start(settings)) {
      assertThat(stored(again, ids.getFirst())).as("issuer given before").isEqualTo(NOW + " 2");
    }
  }

  @Test
  void twoRecordsOfOnePersonFailTheStartWithTheirIdsAndNeitherIsChanged() throws Exception {
    UUID one;
    UUID two;
    try (Platform platform = Platform.start(settings)) {
      one = user(platform, "twice");
      two = user(platform, "another");
      age(platform, one, "twice", "");
      age(platform, two, "twice", "http://localhost:8080/dev/identity");
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> Platform.start(settings).close())
          .isInstanceOf(InvalidSettings.class)
          .hasMessageContaining("only one may keep its subject")
          .hasMessageContaining(one.toString())
          .hasMessageContaining(two.toString());
    }
  }
}
