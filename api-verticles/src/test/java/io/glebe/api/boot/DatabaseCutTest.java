package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.fixture.DatabaseCut;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.HashedTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform whose connections to the database carry nothing for some time. */
class DatabaseCutTest {
  @TempDir private static Path folder;

  private static DatabaseAddress behind;
  private static DatabaseCut cut;
  private static Platform platform;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    behind = TestDatabase.freshAddress();
    cut = new DatabaseCut(behind);
    DatabaseAddress address = cut.address();
    Settings settings =
        TestPlatform.settings(folder)
            .with(
                StorageSettings.DATABASE_URL,
                "postgresql://%s:%s@%s".formatted(address.user(), address.password(), address))
            .with(FaultSettings.ACCESS_AGE, "5s");
    platform = Platform.start(settings);
  }

  @AfterAll
  static void stop() {
    platform.close();
    cut.close();
  }

  /**
   * @param token empty for a request without credentials
   */
  private static HttpResponse<String> get(String path, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(platform.address() + path))
            .timeout(Duration.ofSeconds(10)); // a request that began before the refusal may wait
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The status of a tile for callers without credentials. */
  private static int statusOfATile() {
    return get("/api/v2/collections/maize/tiles/WebMercatorQuad/1/0/0", "").statusCode();
  }

  /** Revokes a token as another process does. */
  private static void revoke(UUID id) throws SQLException {
    try (var connection =
            DriverManager.getConnection(behind.jdbcUrl(), behind.user(), behind.password());
        var statement =
            connection.prepareStatement(
                "update identity.hashed_token set revoked_at = now() where id = ?")) {
      statement.setObject(1, id);
      assertThat(statement.executeUpdate()).isEqualTo(1);
      connection.createStatement().execute("select pg_notify('tokens_revoked', 'token')");
    }
  }

  @Test
  @Tag("GLEBE_ACCESS_AGE")
  void aCallerWhoseTokenIsRevokedDuringACutIsNotServedForLong() throws SQLException {
    var issued =
        platform
            .identity()
            .hashedTokens()
            .issue(
                new HashedTokens.Order(
                    "viewer",
                    platform.identity().recordIssuer(),
                    "owner",
                    Set.of(Audiences.SPATIO),
                    Set.of("spatio-read"),
                    Optional.empty()),
                Optional.empty())
            .await();
    await()
        .ignoreException(UncheckedIOException.class)
        .until(() -> get("/api/v2/collections", issued.token()).statusCode() == 200);
    await().until(() -> get("/health/ready", issued.token()).statusCode() == 200);

    assertThat(statusOfATile()).isEqualTo(401);

    cut.cut();
    revoke(issued.id());
    await()
        .ignoreException(UncheckedIOException.class)
        .untilAsserted(
            () -> {
              HttpResponse<String> answer = get("/api/v2/collections", issued.token());
              assertThat(answer.statusCode()).isEqualTo(503);
              assertThat(answer.headers().firstValue("Retry-After")).isPresent();
              assertThat(answer.body()).contains("access cannot be checked");
            });
    assertThat(get("/health/ready", issued.token()).body()).contains("notifications");
    assertThat(statusOfATile())
        .as("a tile of a collection that may have been public")
        .isEqualTo(503);

    cut.mend();
    await()
        .ignoreException(UncheckedIOException.class)
        .until(() -> get("/health/ready", issued.token()).statusCode() == 200);
    assertThat(get("/api/v2/collections", issued.token()).statusCode()).isEqualTo(401);
  }
}
