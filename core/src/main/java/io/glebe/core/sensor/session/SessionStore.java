package io.glebe.core.sensor.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.journal.JournalPosition;
import io.glebe.core.thread.ListenerRegistration;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The sessions of all processes. One connection holds a session at a time; who takes it over tells
 * the other processes, and the writes of the earlier holder have no effect any more.
 */
public final class SessionStore {
  /** A connected session is written at least this often. */
  public static final Duration SEEN = Duration.ofSeconds(60);

  private static final String TOPIC = "mqtt_sessions";

  private static final double WAIT_SECONDS = 0.02;
  private static final int MAX_WAITS = 50;

  private static final String OPEN =
      """
      insert into mqtt.session as s (account, client_id, expiry_seconds, holder, connected, xid)
      values ($1, $2, $3, $4, true, pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
      on conflict (account, client_id) do update
        set expiry_seconds = excluded.expiry_seconds, holder = excluded.holder, connected = true,
          loads = s.loads + 1, seen_at = now(),
          (xid, seq, item) = (select p.* from (
            select s.xid, s.seq, s.item where s.subscriptions <> '[]'
            union all
            select excluded.xid, 0::bigint, 0::bigint where s.subscriptions = '[]') p)
      returning *, xmax <> 0 as present,
        xid < (select max(c.xid) from sensor.journal_cut c) as incomplete
      """;

  private static final String EXPIRED =
      """
      (seen_at + greatest(expiry_seconds, 0) * interval '1 second'
        + case when connected then interval '120 seconds' else interval '0' end) < now()
      """;

  private static final String SWEEP =
      """
      delete from mqtt.session where %s
      """
          .formatted(EXPIRED);

  private static final String END_EARLIER =
      """
      delete from mqtt.session where account = $1 and client_id = $2 and ($3 or %s)
      """
          .formatted(EXPIRED);

  private static final String REMOVED =
      """
      delete from mqtt.session s
      where not exists (
          select 1 from identity.service_account a where a.name = s.account and a.enabled)
        and not exists (
          select 1 from service.service v where 'service:' || v.id = s.account and v.enabled)
      """;

  private static final String SAVE =
      """
      update mqtt.session
      set subscriptions = $3, xid = $4, seq = $5, item = $6, in_flight = $7, unreleased = $8,
        connected = $9, expiry_seconds = $10, seen_at = now()
      where id = $1 and holder = $2
      """;

  private final Database database;
  private final Notifications notifications;
  private final int maxSessions;

  /**
   * @param maxSessions of one account
   */
  public SessionStore(Database database, Notifications notifications, int maxSessions) {
    this.database = database;
    this.notifications = notifications;
    this.maxSessions = maxSessions;
  }

  /**
   * Calls the listener for each session that a connection has made, taken over or ended.
   *
   * @param gap called after a time in which such changes may have been missed
   */
  public ListenerRegistration takenOver(Consumer<HolderChange> listener, Runnable gap) {
    return notifications.subscribe(
        TOPIC,
        payload -> {
          if (payload.equals(Notifications.GAP)) {
            gap.run();
          } else {
            listener.accept(HolderChange.parse(payload));
          }
        });
  }

  /**
   * The end of all connections of a session before this one.
   *
   * @param generation number of the connection that holds the session from now on
   */
  public record HolderChange(String account, String client, SessionGeneration generation) {
    private static final int PARTS = 4;

    /** The text is of the form {@code row loads account client}; a client may contain spaces. */
    static HolderChange parse(String text) {
      String[] parts = text.split(" ", PARTS);
      SessionGeneration generation =
          new SessionGeneration(Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
      return new HolderChange(parts[2], parts[3], generation);
    }

    String text() {
      return generation.row() + " " + generation.loads() + " " + account + " " + client;
    }
  }

  /**
   * Ends the stored session of a client that wants none or a new one; the number that is told is
   * higher than those of all its connections.
   */
  public Future<Void> end(String account, String client) {
    return database
        .query(
            """
            with gone as (
              delete from mqtt.session where account = $1 and client_id = $2 returning id)
            select pg_notify('mqtt_sessions', id || ' 2147483647 ' || $1 || ' ' || $2) from gone
            """,
            account,
            client)
        .mapEmpty();
  }

  /**
   * Makes or takes over the session of a client; 409 beyond the limit of the account.
   *
   * @param fresh whether an earlier session ends
   */
  public Future<HeldSession> open(String account, String client, Duration expiry, boolean fresh) {
    UUID holder = UUID.randomUUID();
    return database.inTransaction(
        tx -> {
          tx.execute(
              "select pg_advisory_xact_lock(hashtext('mqtt.session'), hashtext($1))", account);
          tx.execute(END_EARLIER, account, client, fresh);
          requireCapacity(tx, account, client);
          Row row = tx.first(OPEN, account, client, expiry.toSeconds(), holder).orElseThrow();
          HeldSession held = held(row);
          HolderChange change = new HolderChange(account, client, held.generation());
          Notifications.publish(tx, TOPIC, change.text());
          return held;
        });
  }

  private void requireCapacity(Transaction tx, String account, String client) {
    long others =
        tx.first(
                "select count(*) from mqtt.session where account = $1 and client_id <> $2",
                account,
                client)
            .orElseThrow()
            .getLong(0);
    if (others >= maxSessions) {
      throw Problem.conflict("the account has too many sessions");
    }
  }

  private static HeldSession held(Row row) {
    List<StoredSubscription> subscriptions = new ArrayList<>();
    json(row, "subscriptions").forEach(one -> subscriptions.add(StoredSubscription.of(one)));
    List<UnfinishedMessage> unfinished = new ArrayList<>();
    json(row, "in_flight").forEach(one -> unfinished.add(UnfinishedMessage.of(one)));
    SessionState state =
        new SessionState(
            subscriptions,
            new JournalPosition(row.getLong("xid"), row.getLong("seq"), row.getLong("item")),
            unfinished,
            Set.copyOf(Arrays.asList(row.getArrayOfIntegers("unreleased"))));
    return new HeldSession(
        row.getLong("id"),
        row.getUUID("holder"),
        row.getInteger("loads"),
        row.getBoolean("present"),
        row.getBoolean("incomplete"),
        state);
  }

  private static JsonNode json(Row row, String column) {
    return Json.parse(io.vertx.core.json.Json.encode(row.getValue(column)));
  }

  /**
   * Completes when what is committed from now on is in the journal, because the first subscription
   * of a session is stored; at most after a second. Returns the place from which it is complete.
   */
  public Future<JournalPosition> journaled() {
    return database
        .query(
            """
            select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest,
              pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest
            """)
        .compose(
            rows -> {
              Row row = rows.iterator().next();
              JournalPosition from = new JournalPosition(row.getLong("oldest"), 0, 0);
              return waited(row.getLong("newest"), 0).map(from);
            });
  }

  private Future<Void> waited(long newest, int times) {
    return database
        .query(
            "select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= $1, pg_sleep($2)",
            newest,
            times == 0 ? 0.0 : WAIT_SECONDS)
        .compose(
            rows ->
                rows.iterator().next().getBoolean(0) || times >= MAX_WAITS
                    ? Future.succeededFuture()
                    : waited(newest, times + 1));
  }

  /**
   * Stores the state of a held session; without effect when another connection holds it.
   *
   * @param connected whether its connection goes on
   */
  public Future<Void> save(
      HeldSession session, SessionState state, Duration expiry, boolean connected) {
    ArrayNode subscriptions = Json.array();
    state.subscriptions().forEach(one -> subscriptions.add(one.json()));
    ArrayNode unfinished = Json.array();
    state.unfinished().forEach(one -> unfinished.add(one.json()));
    Tuple parameters =
        Tuple.tuple()
            .addValue(session.id())
            .addValue(session.holder())
            .addValue(new JsonArray(Json.write(subscriptions)))
            .addValue(state.position().xid())
            .addValue(state.position().seq())
            .addValue(state.position().item())
            .addValue(new JsonArray(Json.write(unfinished)))
            .addValue(state.unreleased().toArray(Integer[]::new))
            .addValue(connected)
            .addValue(expiry.toSeconds());
    return database.query(SAVE, parameters).mapEmpty();
  }

  /**
   * Keeps sessions from expiring whose connections go on; returns the holders of those that are
   * theirs still.
   */
  public Future<Set<UUID>> seen(Collection<HeldSession> sessions) {
    return database
        .query(
            """
            update mqtt.session s
            set seen_at = now()
            from unnest($1::bigint[], $2::uuid[]) h(id, holder)
            where s.id = h.id and s.holder = h.holder
            returning s.holder
            """,
            sessions.stream().map(HeldSession::id).toArray(Long[]::new),
            sessions.stream().map(HeldSession::holder).toArray(UUID[]::new))
        .map(
            rows -> {
              Set<UUID> holders = HashSet.newHashSet(rows.size());
              rows.forEach(row -> holders.add(row.getUUID(0)));
              return holders;
            });
  }

  /** Ends a held session with its connection. */
  public Future<Void> end(HeldSession session) {
    return database
        .query(
            "delete from mqtt.session where id = $1 and holder = $2",
            session.id(),
            session.holder())
        .mapEmpty();
  }

  /**
   * Ends expired sessions, those of removed accounts, and removes the part of the journal that no
   * session needs or that is more than this many messages.
   */
  public Future<Void> sweep(long maxMessages) {
    return database
        .inTransaction(
            io.glebe.core.database.Purpose.BACKGROUND,
            tx -> {
              if (!tx.first("select pg_try_advisory_xact_lock(hashtext('mqtt.sweep'))")
                  .orElseThrow()
                  .getBoolean(0)) {
                return false;
              }
              tx.execute(SWEEP);
              tx.execute(REMOVED);
              tx.execute(
                  """
                  delete from sensor.journal
                  where xid < coalesce(
                    (select min(xid) from mqtt.session where subscriptions <> '[]'),
                    pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
                  """);
              tx.execute(
                  """
                  with beyond as (
                    select max(xid) as xid
                    from (
                      select xid, sum(messages) over (order by xid desc, seq desc) as kept
                      from sensor.journal) j
                    where kept > $1
                  ), cut as (
                    update sensor.journal_cut set xid = beyond.xid + 1 from beyond
                    where beyond.xid is not null
                  )
                  delete from sensor.journal j using beyond where j.xid <= beyond.xid
                  """,
                  maxMessages);
              return true;
            })
        .mapEmpty();
  }
}
