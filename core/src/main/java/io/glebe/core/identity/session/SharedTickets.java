package io.glebe.core.identity.session;

import io.glebe.core.database.Database;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Contents that are redeemed once and in any process, such as sign-ins in progress. Bounded: when
 * there are too many, those that expire first are removed.
 */
public final class SharedTickets {
  /** Maximum number of tickets. */
  static final int MAX_TICKETS = 10_000;

  private static final String ISSUE =
      """
      with old as (
        delete from identity.console_ticket
        where until < $5 or digest in (
          select digest from identity.console_ticket order by until desc offset $6)
      )
      insert into identity.console_ticket (digest, owner, sealed, until) values ($1, $2, $3, $4)
      """;

  private static final String REDEEM =
      """
      delete from identity.console_ticket where digest = $1 and owner = $2
      returning sealed, until
      """;

  private final Database database;
  private final InstantSource clock;

  public SharedTickets(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  /**
   * Stores a content.
   *
   * @param owner must be the same when the ticket is redeemed
   */
  public Future<Void> issue(SecretText ticket, String owner, String content, Duration life) {
    return database
        .query(
            ISSUE,
            Tuple.of(
                ticket.digest(),
                owner,
                Buffer.buffer(ticket.sealed(content)),
                now().plus(life),
                now(),
                MAX_TICKETS - 1))
        .mapEmpty();
  }

  /** Returns the content once; empty for an unknown or expired ticket, or another owner. */
  public Future<Optional<String>> redeem(SecretText ticket, String owner) {
    return database
        .query(REDEEM, Tuple.of(ticket.digest(), owner))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(rows.iterator().next())
                        .filter(row -> now().isBefore(row.getOffsetDateTime("until")))
                        .flatMap(row -> ticket.opened(row.getBuffer("sealed").getBytes())));
  }
}
