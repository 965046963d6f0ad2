package io.glebe.core.alarm.webhook;

import io.glebe.core.database.Database;
import io.glebe.core.database.Purpose;
import io.glebe.core.thread.Awaiting;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages that are due, of all farms, and notes the result of each attempt. A message is
 * taken by one process at a time; one whose process has ended meanwhile is due again after a while.
 * A receiver may get a message twice and knows it by its id.
 */
final class WebhookDeliveries {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookDeliveries.class);

  /** Most messages that are under way, in this process. */
  private static final int PLACES = 8;

  /** Most of them of one webhook or browser, so that a slow one leaves places for others. */
  private static final int OF_ONE = 2;

  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);
  private static final int GROWTH = 4;
  private static final double JITTER = 0.25;

  private static final String TAKE =
      """
      with due as (
        select id
        from (
          select d.id, d.due_at,
            row_number() over (
              partition by d.webhook_id, d.subscription_id order by d.due_at, d.id) as place
          from alarm.delivery d
          where d.state = 'WAITING' and d.due_at <= now()
            and (d.webhook_id is not null or $4)) ranked
        where place <= $2
        order by due_at
        limit $1
      ), locked as (
        select d.id, d.webhook_id, d.subscription_id
        from alarm.delivery d
        where d.id in (select id from due) and d.state = 'WAITING' and d.due_at <= now()
        for update skip locked
      )
      update alarm.delivery d
      set attempts = d.attempts + 1, due_at = now() + $3 * interval '1 millisecond'
      from locked
      left join alarm.webhook w on w.id = locked.webhook_id
      left join alarm.subscription s on s.id = locked.subscription_id
      left join record.farms f on f.id = s.farm_id
      where d.id = locked.id
      returning d.id, d.event_id, d.attempts, d.body, w.id as webhook, w.url, w.secret,
        s.id as subscription, s.farm_id as farm, s.user_id, s.issuer, s.subject, s.endpoint,
        s.point, s.secret as browser_secret, s.language, f.doc ->> 'name' as farm_name
      """;

  private static final String DELIVERED =
      """
      update alarm.delivery
      set state = 'DELIVERED', ended_at = now(), last_status = $2, last_failure = null
      where id = $1 and attempts = $3
      """;

  private static final String FAILED =
      """
      update alarm.delivery
      set state = case when attempts >= $4 then 'FAILED' else 'WAITING' end,
        ended_at = case when attempts >= $4 then now() end,
        due_at = now() + $5 * interval '1 millisecond', last_status = $2, last_failure = $3
      where id = $1 and attempts = $6
      """;

  private static final String UNSUBSCRIBE = "delete from alarm.subscription where id = $1";

  private static final String FORGET =
      """
      delete from alarm.delivery
      where id in (
        select id from alarm.delivery where ended_at < now() - interval '7 days' limit 1000)
      """;

  private final Database database;
  private final WebhookSender sender;
  private final WebhookAddress addresses;
  private final WebhookLimits limits;
  private final WebhookSecrets secrets;
  private final Optional<NotifiedBrowsers> browsers;
  private final WebhookMeters meters;

  /**
   * @param browsers without them messages to browsers wait
   */
  WebhookDeliveries(
      Database database,
      WebhookSender sender,
      WebhookAddress addresses,
      WebhookLimits limits,
      WebhookSecrets secrets,
      Optional<NotifiedBrowsers> browsers,
      WebhookMeters meters) {
    this.database = database;
    this.sender = sender;
    this.addresses = addresses;
    this.limits = limits;
    this.secrets = secrets;
    this.browsers = browsers;
    this.meters = meters;
  }

  /**
   * One attempt to send a message.
   *
   * @param subscription of the browser that gets it; empty for a webhook
   */
  private record Attempt(
      UUID id, int number, Optional<UUID> subscription, WebhookSender.Message message) {}

  /** Sends what is due, a few at once; returns whether more may be due. Waits. */
  boolean sendDue() {
    List<Attempt> attempts = new ArrayList<>();
    double lease = limits.timeout().multipliedBy(3).plusSeconds(5).toMillis();
    int taken = 0;
    for (Row row : query(TAKE, PLACES, OF_ONE, lease, browsers.isPresent())) {
      taken++;
      attempt(row).ifPresent(attempts::add);
    }
    List<Future<Void>> sent = attempts.stream().map(this::attempt).toList();
    sent.forEach(Awaiting::await);
    return taken > 0;
  }

  /** The attempt for a message that was taken; empty if it has ended already. */
  private Optional<Attempt> attempt(Row row) {
    UUID id = row.getUUID("id");
    int number = row.getInteger("attempts");
    UUID subscription = row.getUUID("subscription");
    if (subscription != null) {
      NotifiedBrowsers own = browsers.orElseThrow();
      if (!own.mayGet(row)) {
        query(UNSUBSCRIBE, subscription);
        return Optional.empty();
      }
      return Optional.of(new Attempt(id, number, Optional.of(subscription), own.message(row)));
    }
    Optional<byte[]> secret =
        secrets.secret(row.getUUID("webhook"), row.getBuffer("secret").getBytes());
    if (secret.isEmpty()) {
      failed(id, number, null, "the key of its secret is missing");
    }
    return secret.map(
        own -> {
          URI url = URI.create(row.getString("url"));
          return new Attempt(
              id,
              number,
              Optional.empty(),
              WebhookSender.Message.signed(id, url, own, row.getString("body")));
        });
  }

  /** Deletes messages that ended days ago. */
  void forget() {
    query(FORGET);
  }

  private Future<Void> attempt(Attempt attempt) {
    return OffLoop.run(
        () -> {
          try {
            InetAddress address = addresses.target(attempt.message().url());
            int status = Awaiting.await(sender.send(attempt.message(), address));
            if (status / 100 == 2) {
              query(DELIVERED, attempt.id(), status, attempt.number());
              meters.delivered();
            } else if (attempt.subscription().isPresent() && NotifiedBrowsers.isGone(status)) {
              query(UNSUBSCRIBE, attempt.subscription().get()); // with its messages
            } else {
              failed(attempt, status, "the answer has the status " + status);
            }
          } catch (UnknownHostException e) {
            failed(attempt, null, String.valueOf(e.getMessage()));
          } catch (RuntimeException e) {
            LOG.debug("a message about an alarm was not delivered", e);
            failed(attempt, null, reason(e));
          }
          return null;
        });
  }

  /** No words of the library, which may name addresses of the platform's network. */
  private static String reason(RuntimeException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return switch (cause) {
      case TimeoutException _ -> "no answer in time";
      case SSLException _ -> "no secure connection";
      case ConnectException _ -> "no connection";
      default -> "the connection has ended";
    };
  }

  private void failed(Attempt attempt, @Nullable Integer status, String reason) {
    failed(attempt.id(), attempt.number(), status, reason);
  }

  private void failed(UUID message, int number, @Nullable Integer status, String reason) {
    double pause = pause(number, ThreadLocalRandom.current().nextDouble());
    query(FAILED, message, status, reason, limits.tries(), pause, number);
    meters.failed(number >= limits.tries());
  }

  /** Milliseconds before the attempt after this one. */
  private double pause(int attempt, double random) {
    double grown = limits.firstPause().toMillis() * Math.pow(GROWTH, attempt - 1.0);
    double bounded = Math.min(grown, (double) LONGEST_PAUSE.toMillis());
    return bounded * (1 - JITTER + 2 * JITTER * random);
  }

  private Iterable<Row> query(String sql, @Nullable Object... parameters) {
    return Awaiting.await(
        database
            .pool(Purpose.BACKGROUND)
            .preparedQuery(sql)
            .execute(io.vertx.sqlclient.Tuple.from(parameters)));
  }
}
