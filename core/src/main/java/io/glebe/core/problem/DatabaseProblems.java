package io.glebe.core.problem;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps failures of the database to problems and logs the ones that an operator must know. */
public final class DatabaseProblems {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseProblems.class);

  /** Parts of the messages of statements whose connection had been lost before they were sent. */
  private static final Set<String> NOT_SENT =
      Set.of("Connection is not active now", "connection has been closed");

  private DatabaseProblems() {}

  /**
   * The problem for a failure of the database; empty for any other failure. The message of the
   * database may contain values of records, so the client gets none of it.
   *
   * @param operation names the failed operation in the log
   */
  public static Optional<Problem> of(Throwable failure, String operation) {
    if (isLostConnection(failure)) {
      LOG.warn("{} lost the connection to the database: {}", operation, failure.getMessage());
      return Optional.of(
          Problem.tooBusy("a system behind the platform is not available", RetrySeconds.SHORT));
    }
    return failure instanceof PgException database
        ? Optional.of(problem(database, operation))
        : Optional.empty();
  }

  /** Whether the connection of a statement was lost, before or after the statement was sent. */
  public static boolean isLostConnection(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof ClosedConnectionException
        || failure instanceof VertxException && NOT_SENT.stream().anyMatch(message::contains);
  }

  /** Whether the database has refused a statement; the same statement may succeed later. */
  public static boolean isRefusal(Throwable failure) {
    return failure instanceof PgException;
  }

  /**
   * Whether the database serves nobody at present, for its SQL state: too many connections, out of
   * memory, a lost connection, a server that starts or stops, a server that has become a standby.
   */
  public static boolean isUnavailable(String state) {
    return state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("53300")
        || state.equals("53200")
        || state.equals("25006");
  }

  private static Problem problem(PgException failure, String operation) {
    String state = String.valueOf(failure.getSqlState());
    return switch (state) {
      case "23505" -> Problem.conflict("another record already has these values");
      case "22021" -> Problem.malformed("text contains a character that cannot be stored");
      case "53100", "58030" -> {
        LOG.error("{}: the database cannot write to its disk ({})", operation, state);
        yield SystemProblems.noSpace();
      }
      case String unavailable when isUnavailable(unavailable) -> {
        LOG.warn("{}: the database is not available ({})", operation, state);
        yield Problem.tooBusy("the database is not available", RetrySeconds.SHORT);
      }
      default -> {
        LOG.error("{} failed in the database ({})", operation, state, failure);
        yield Problem.internal("the server failed; the request id leads to its log");
      }
    };
  }
}
