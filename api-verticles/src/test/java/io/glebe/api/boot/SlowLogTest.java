package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.database.SlowStatements;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the log says of slow statements and slow requests. */
class SlowLogTest {
  /** Other tests of the same process log as well, so each looks for its own lines. */
  private static final class Lines implements AutoCloseable {
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Logger logger;

    Lines(String name) {
      logger = (Logger) LoggerFactory.getLogger(name);
      appender.start();
      logger.addAppender(appender);
    }

    List<String> with(String text) {
      return List.copyOf(appender.list).stream()
          .map(ILoggingEvent::getFormattedMessage)
          .filter(line -> line.contains(text))
          .toList();
    }

    @Override
    public void close() {
      logger.detachAppender(appender);
    }
  }

  /** Answers a while after the request. */
  private static final class Patience implements ApiArea {
    @Override
    public String name() {
      return "patience";
    }

    @Override
    public void contribute(RouteTable.Builder routes) {
      routes.get(
          Surface.ROOT,
          "/patience/{id}",
          Operation.of(
              "patience",
              "",
              Guard.PUBLIC,
              request ->
                  Vertx.currentContext()
                      .owner()
                      .timer(50)
                      .map(late -> Reply.text(200, "text/plain", "late"))));
    }
  }

  @TempDir private Path folder;

  @Test
  void aSlowStatementIsLoggedWithItsPlanAndWithoutItsParameters() throws IOException {
    Settings settings = TestPlatform.settings(folder).with(StorageSettings.SLOW_STATEMENT, "200ms");
    String statement =
        """
        select count(*)
        from pg_class, pg_sleep(0.3)
        where relname <> $1
        """;
    try (Platform platform = Platform.start(settings);
        Lines lines = new Lines(SlowStatements.class.getName())) {
      for (int i = 0; i < 2; i++) {
        platform.infrastructure().database().query(statement, Tuple.of("some name")).await();
      }
      await().until(() -> !lines.with("pg_sleep(0.3)").isEmpty());
      assertThat(lines.with("pg_sleep(0.3)"))
          .as("one line in some seconds")
          .singleElement()
          .asString()
          .startsWith("slow statement, ")
          .contains(" ms: select count(*) from pg_class, pg_sleep(0.3) where relname <> $1\n")
          .contains("Aggregate")
          .doesNotContain("some name");
    }
  }

  /** EXPLAIN would explain the first and execute the second. */
  @Test
  void aSecondStatementOfATextIsNotExecutedForAPlan() throws IOException {
    Settings settings = TestPlatform.settings(folder).with(StorageSettings.SLOW_STATEMENT, "200ms");
    try (Platform platform = Platform.start(settings);
        Lines lines = new Lines(SlowStatements.class.getName())) {
      Database database = platform.infrastructure().database();
      database.query("create table counted (n int)").await();
      database
          .pool(Purpose.REQUEST)
          .query("select pg_sleep(0.4); insert into counted values (1)")
          .execute()
          .await();
      await().until(() -> !lines.with("pg_sleep(0.4)").isEmpty());
      assertThat(lines.with("pg_sleep(0.4)").getFirst()).doesNotContain("cost=");
      assertThat(database.query("select n from counted").await().size()).isEqualTo(1);
    }
  }

  @Test
  void aSlowRequestIsLoggedByItsTemplateWithItsStages() {
    Settings settings = Settings.defaults().with(HttpSettings.SLOW_REQUEST, "20ms");
    try (TestServer server = new TestServer(settings, new Patience());
        Lines lines = new Lines("io.glebe.slow")) {
      assertThat(server.get("/patience/17").statusCode()).isEqualTo(200);
      await().until(() -> !lines.with("/patience/{id}").isEmpty());
      assertThat(lines.with("/patience/{id}").getFirst())
          .matches("slow request, [0-9.]+ ms: GET .*/patience/\\{id} 200 \\(.*\\) id=.*");
    }
  }

  @Test
  void aFastRequestIsNot() {
    Settings settings = Settings.defaults().with(HttpSettings.SLOW_REQUEST, "1m");
    try (TestServer server = new TestServer(settings, new Patience());
        Lines lines = new Lines("io.glebe.slow")) {
      assertThat(server.get("/patience/18").statusCode()).isEqualTo(200);
      await().until(() -> server.log.underWay() == 0);
      assertThat(lines.with("/patience/")).isEmpty();
    }
  }
}
