package io.glebe.core.farm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.identity.UserProvisioning;
import io.glebe.core.identity.VerifiedToken;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.person.AddressClaim;
import io.glebe.core.record.write.EndpointGrant;
import io.glebe.core.record.write.Preconditions;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.record.write.WriteStep;
import io.glebe.core.thread.SharedFutures;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds invited people to their sign-in. The User record of an invited person is bound to the
 * subject at the first sign-in. It is found by the address that the identity provider has verified,
 * once, and only if no record is bound to the subject. Of several invitations to one address the
 * first is bound, whoever wrote the others. Nobody gains access by this: an invitation gives its
 * author no rights over the person, and its address cannot be changed by the author once others
 * have used it (rule V31). The other invitations stay unbound while a bound record has the address,
 * because another account with the same mailbox, or its next holder, is a different person.
 *
 * <p>At later sign-ins the record takes over the verified address of the provider. The time of the
 * last sign-in is stored beside the records, at most once in an interval. Safe for threads.
 */
public final class InvitedUserProvisioning implements UserProvisioning {
  private static final int MAX_PEOPLE = 50_000;

  /** Time until a person without access is searched for again, unless users change. */
  private static final Duration FORGET_STRANGERS = Duration.ofMinutes(5);

  private static final EntityType USER = Catalogue.standard().get("User");
  private static final Logger LOG = LoggerFactory.getLogger(InvitedUserProvisioning.class);

  /**
   * A record with the subject comes first; a record is found by address only for a new subject.
   * Only ASCII letters are compared without case, because other letters may fold to the address of
   * another person.
   */
  private static final String INVITED =
      """
      with theirs as (
        select id, version, doc ->> 'status' as status from record.users
        where doc ->> 'subject' = $1 and doc ->> 'issuer' = $2),
      invited as (
        select u.id, u.version from record.users u
        where lower((u.doc ->> 'email') collate "C") = lower($3::text collate "C")
          and u.doc ->> 'subject' is null
          and coalesce(u.doc ->> 'issuer', $2) = $2 and u.doc ->> 'status' in ('INVITED', 'ACTIVE')
          and not exists (select from theirs)
          and not exists (
            select from record.users b
            where lower((b.doc ->> 'email') collate "C") = lower($3::text collate "C")
              and b.doc ->> 'subject' is not null)
        order by %s limit 1)
      select id, version, false as by_address from theirs where status = 'INVITED'
      union all select id, version, true from invited
      """
          .formatted(AddressOrder.FIRST);

  private static final String NOTE =
      """
      insert into record.sign_in (user_id, at)
      select id, $2 from record.users where id = $1
      on conflict (user_id) do update set at = excluded.at where sign_in.at <= $3
      """;

  private static final String OTHER_ADDRESS =
      "select version from record.users where id = $1 and doc ->> 'email' is distinct from $2";

  private record Subject(String issuer, String name) {}

  private final Database database;
  private final RecordService records;
  private final Duration interval;
  private final InstantSource clock;
  private final Cache<Subject, Future<Boolean>> strangers =
      Caffeine.newBuilder()
          .maximumSize(MAX_PEOPLE)
          .expireAfterWrite(FORGET_STRANGERS)
          .executor(Runnable::run)
          .build();
  private final Cache<UUID, Future<Boolean>> noted;

  /**
   * @param interval least time between two notes of the same person's sign-in
   */
  public InvitedUserProvisioning(
      Database database, RecordService records, Duration interval, InstantSource clock) {
    this.database = database;
    this.records = records;
    this.interval = interval;
    this.clock = clock;
    noted =
        Caffeine.newBuilder()
            .maximumSize(MAX_PEOPLE)
            .expireAfterWrite(interval)
            .executor(Runnable::run)
            .build();
  }

  /** Called when users change: a previously unknown person may have been invited. */
  public void usersChanged() {
    strangers.invalidateAll();
  }

  @Override
  public Future<Boolean> provision(VerifiedToken token, Optional<UUID> user) {
    boolean signedIn = token.kind() == CallerKind.PERSON && token.clientId().isPresent();
    if (!signedIn) {
      return Future.succeededFuture(false); // hashed tokens and apps do not sign in
    }
    return SharedFutures.here(
        user.isPresent()
            ? noted.get(user.get(), id -> note(id, token))
            : strangers.get(
                new Subject(token.issuer(), token.subject()), stranger -> letIn(stranger, token)));
  }

  private Future<Boolean> letIn(Subject stranger, VerifiedToken token) {
    return database
        .query(INVITED, Tuple.of(token.subject(), token.issuer(), token.email().orElse(null)))
        .compose(rows -> bind(rows, token))
        .onFailure(failure -> strangers.invalidate(stranger)) // the next request tries again
        .recover(InvitedUserProvisioning::lost);
  }

  private Future<Boolean> bind(RowSet<Row> rows, VerifiedToken token) {
    if (rows.size() == 0) {
      return Future.succeededFuture(false);
    }
    Row row = rows.iterator().next();
    UUID user = row.getUUID("id");
    ObjectNode patch = Json.object().put("status", "ACTIVE");
    patch.put("issuer", token.issuer()).put("subject", token.subject());
    token.email().ifPresent(email -> patch.put("email", email));
    EndpointGrant grant =
        row.getBoolean("by_address")
            ? EndpointGrant.claiming(new AddressClaim(token.email().orElseThrow(), true))
            : EndpointGrant.NONE;
    WriteRequest binding = request(user, row.getLong("version"), patch).withGrant(grant);
    return records
        .writeAll(List.of(new WriteStep(binding, true, "the person")), false)
        .onSuccess(done -> LOG.info("an invited person has signed in for the first time"))
        .compose(done -> noteTime(user).recover(InvitedUserProvisioning::lost))
        .map(true);
  }

  private Future<Boolean> note(UUID user, VerifiedToken token) {
    return noteTime(user)
        .compose(done -> takeOver(user, token.email()))
        .map(false)
        .recover(InvitedUserProvisioning::lost);
  }

  private Future<Boolean> noteTime(UUID user) {
    Instant at = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return database
        .query(
            NOTE,
            Tuple.of(
                user, at.atOffset(ZoneOffset.UTC), at.minus(interval).atOffset(ZoneOffset.UTC)))
        .map(false);
  }

  /** The address at the provider may have changed since the last sign-in. */
  private Future<?> takeOver(UUID user, Optional<String> email) {
    if (email.isEmpty()) {
      return Future.succeededFuture();
    }
    return database
        .query(OTHER_ADDRESS, user, email.get())
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.succeededFuture()
                    : write(
                        user,
                        rows.iterator().next().getLong("version"),
                        Json.object().put("email", email.get())));
  }

  /**
   * A write that conflicts with another one is dropped: the other node or the next sign-in does it.
   */
  private Future<?> write(UUID user, long version, ObjectNode patch) {
    return records.patch(request(user, version, patch));
  }

  private static WriteRequest request(UUID user, long version, ObjectNode patch) {
    return WriteRequest.of(Caller.system(), USER, user, patch).with(Preconditions.version(version));
  }

  private static Future<Boolean> lost(Throwable failure) {
    LOG.debug("a sign-in could not be noted: {}", failure.getClass().getSimpleName());
    return Future.succeededFuture(false);
  }
}
