package io.glebe.core.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.problem.Problem;
import io.glebe.core.thread.Departure;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class RequestReadsTest {
  private static final TestDatabase DB = TestDatabase.create();
  private static final RequestReads READS = new RequestReads(DB.database(), Duration.ofSeconds(60));
  private static final String NUMBERS = "select n from generate_series(1, $1::int) n";
  private static final Duration SOON = Duration.ofMillis(100);
  private static final String IN_USE =
      """
      select count(*) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()
        and (state <> 'idle' or wait_event = 'PgSleep')
      """;

  private final Departure departure = new Departure();

  @AfterAll
  static void close() {
    DB.close();
  }

  /** Takes pieces of ten rows. */
  private static class Tens implements RequestReads.Receiver {
    final List<Integer> numbers = new ArrayList<>();
    final List<Integer> sizes = new ArrayList<>();

    @Override
    public int next() {
      return 10;
    }

    @Override
    public boolean take(RowSet<Row> rows) {
      sizes.add(rows.size());
      rows.forEach(row -> numbers.add(row.getInteger(0)));
      return true;
    }
  }

  private Future<Void> pieces(RequestReads.Receiver receiver) {
    return READS.pieces("owner", departure, NUMBERS, Tuple.of(95), receiver);
  }

  private static void failsWith(int status, Future<?> read) {
    assertThatThrownBy(read::await)
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(status));
  }

  /** The niceness of a process on Linux. */
  private static int niceness(RowSet<Row> process) throws IOException {
    Path stat = Path.of("/proc/%d/stat".formatted(process.iterator().next().getInteger(0)));
    String afterName = Files.readString(stat).replaceFirst("^.*\\) ", "");
    return Integer.parseInt(afterName.split(" ", -1)[16]);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theEmbeddedServerGivesLongReadsLessOfABusyMachine() throws IOException {
    String process = "select pg_backend_pid()";
    int usual = niceness(DB.database().query(process).await());
    int ofLong = niceness(READS.all("owner", departure, process, Tuple.tuple()).await());
    assertThat(ofLong).isEqualTo(Math.max(usual, 4));
  }

  private static void noConnectionIsInUse() {
    await().until(() -> inUse() == 0);
  }

  @Test
  void aResultIsPassedOnInPieces() {
    Tens tens = new Tens();
    pieces(tens).await();

    assertThat(tens.numbers).isEqualTo(IntStream.rangeClosed(1, 95).boxed().toList());
    assertThat(tens.sizes).hasSize(10).endsWith(5);
    noConnectionIsInUse();
  }

  @Test
  void theReceiverEndsAReadThatHasMoreRows() {
    Tens two =
        new Tens() {
          @Override
          public boolean take(RowSet<Row> rows) {
            return super.take(rows) && numbers.size() < 20;
          }
        };
    pieces(two).await();

    assertThat(two.numbers).hasSize(20);
    noConnectionIsInUse();
  }

  @Test
  void aFailureOfTheReceiverEndsTheReadAndFreesTheConnection() {
    Tens refusing =
        new Tens() {
          @Override
          public int next() {
            if (numbers.size() == 30) {
              throw Problem.tooBusy("no memory", 1);
            }
            return super.next();
          }
        };
    failsWith(503, pieces(refusing));

    assertThat(refusing.numbers).hasSize(30);
    noConnectionIsInUse();
  }

  @Test
  void aFailureOfTheStatementFreesTheConnection() {
    assertThatThrownBy(
            () ->
                READS
                    .pieces(
                        "owner",
                        departure,
                        "select 1 / (n - 15) from generate_series(1, 30) n",
                        Tuple.tuple(),
                        new Tens())
                    .await())
        .hasMessageContaining("division by zero");

    noConnectionIsInUse();
    pieces(new Tens()).await();
  }

  @Test
  void aDepartureBetweenPiecesEndsTheRead() {
    Tens left =
        new Tens() {
          @Override
          public boolean take(RowSet<Row> rows) {
            departure.happened();
            return super.take(rows);
          }
        };
    failsWith(408, pieces(left));

    assertThat(left.numbers).hasSize(10);
    noConnectionIsInUse();
  }

  @Test
  void aDepartureCancelsARunningStatementAndNothingElse() {
    List<Duration> times = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Departure leaving = new Departure();
      boolean inPieces = i % 2 == 0;
      String sleep = "select pg_sleep(60), $1::int";
      Future<?> read =
          inPieces
              ? READS.pieces("owner", leaving, sleep, Tuple.of(i), new Tens())
              : READS.all("owner", leaving, sleep, Tuple.of(i));
      await().until(() -> inUse() == 1);
      long start = System.nanoTime();
      leaving.happened();
      failsWith(408, read);
      times.add(Duration.ofNanos(System.nanoTime() - start));
      assertThat(READS.all("owner", departure, NUMBERS, Tuple.of(3)).await().size()).isEqualTo(3);
    }
    assertThat(times.stream().sorted().toList().get(25)).as("median").isLessThan(SOON);
    noConnectionIsInUse();
  }

  private static long inUse() {
    return DB.database().query(IN_USE).await().iterator().next().getLong(0);
  }

  @Test
  void aClientThatHasLeftGetsNoConnection() {
    departure.happened();
    failsWith(408, READS.all("owner", departure, NUMBERS, Tuple.of(1)));
    failsWith(408, pieces(new Tens()));
  }

  @Test
  @Tag("GLEBE_SENSOR_QUERY_LIMIT")
  void aStatementBeyondItsTimeIsRefused() {
    RequestReads hasty = new RequestReads(DB.database(), Duration.ofMillis(50));
    String sleep = "select pg_sleep(60), $1::int";
    failsWith(413, hasty.all("owner", departure, sleep, Tuple.of(1)));
    failsWith(413, hasty.pieces("owner", departure, sleep, Tuple.of(1), new Tens()));
    noConnectionIsInUse();
  }

  @Test
  void aReadInPiecesBeginsNoPieceBeyondItsTime() {
    RequestReads hasty = new RequestReads(DB.database(), Duration.ofSeconds(1));
    String slow = "select n, pg_sleep(0.05) from generate_series(1, $1::int) n";
    Tens tens = new Tens();
    failsWith(413, hasty.pieces("owner", departure, slow, Tuple.of(1_000), tens));
    assertThat(tens.numbers.size()).isBetween(10, 30);
    noConnectionIsInUse();
  }
}
