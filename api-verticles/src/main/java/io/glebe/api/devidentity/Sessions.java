package io.glebe.api.devidentity;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** The sign-ins at the development identity, with the consents of each person. */
final class Sessions {
  /** How long a sign-in lasts. */
  static final Duration LIFE = Duration.ofHours(12);

  private static final int MAX_SESSIONS = 10_000;
  private static final int MAX_CONSENTS = 10_000;

  /**
   * One sign-in.
   *
   * @param sid what tokens carry
   * @param clients the apps that got tokens in it
   */
  record Session(String sid, DevUser user, Instant since, Set<String> clients) {
    Session {
      clients = Set.copyOf(clients);
    }

    private Session without(String client) {
      Set<String> others = new TreeSet<>(clients);
      others.remove(client);
      return new Session(sid, user, since, others);
    }
  }

  private final ExpiringStore<Session> bySid;
  private final ExpiringStore<String> sidByCookie;
  private final ExpiringStore<Set<String>> consents;
  private final InstantSource clock;

  Sessions(InstantSource clock) {
    this.clock = clock;
    bySid = new ExpiringStore<>(MAX_SESSIONS, LIFE, clock);
    sidByCookie = new ExpiringStore<>(MAX_SESSIONS, LIFE, clock);
    consents = new ExpiringStore<>(MAX_CONSENTS, Duration.ofDays(30), clock);
  }

  /** A new sign-in without a browser. */
  Session open(DevUser user) {
    Session session = new Session(UUID.randomUUID().toString(), user, clock.instant(), Set.of());
    bySid.put(session.sid(), session);
    return session;
  }

  /** A new sign-in of the same user. */
  Session again(Session session) {
    Instant now = clock.instant();
    bySid.change(session.sid(), old -> new Session(old.sid(), old.user(), now, old.clients()));
    return bySid.get(session.sid()).orElseGet(() -> open(session.user()));
  }

  /** The value of the cookie of the sign-in. */
  String cookieFor(Session session) {
    String cookie = Secrets.random();
    sidByCookie.put(Secrets.digest(cookie), session.sid());
    return cookie;
  }

  Optional<Session> byCookie(String cookie) {
    return sidByCookie.get(Secrets.digest(cookie)).flatMap(bySid::get);
  }

  Optional<Session> bySid(String sid) {
    return bySid.get(sid);
  }

  /** Stores that the app received tokens in this sign-in, for the logout. */
  void joined(Session session, String client) {
    bySid.change(
        session.sid(),
        old -> {
          Set<String> clients = new TreeSet<>(old.clients());
          clients.add(client);
          return new Session(old.sid(), old.user(), old.since(), clients);
        });
  }

  /** Ends the sign-in and returns it, once. */
  Optional<Session> end(String sid) {
    return bySid.take(sid);
  }

  /** Removes an app from all sign-ins and consents, and returns the sign-ins that it had used. */
  List<Session> leave(String client) {
    List<Session> left =
        bySid.values().stream().filter(session -> session.clients().contains(client)).toList();
    for (Session session : left) {
      bySid.change(session.sid(), old -> old.without(client));
    }
    DevUser.ALL.forEach(user -> consents.take(key(user, client)));
    return left;
  }

  private static String key(DevUser user, String client) {
    return user.name() + " " + client;
  }

  Set<String> consented(DevUser user, String client) {
    return consents.get(key(user, client)).orElse(Set.of());
  }

  /** Takes back what a person has consented to; nothing without a consent. */
  void withdrawConsent(DevUser user, String client) {
    if (!consented(user, client).isEmpty()) {
      consents.put(key(user, client), Set.of());
    }
  }

  /** Whether the person has taken a consent back and has given none since then. */
  boolean hasWithdrawn(DevUser user, String client) {
    return consents.get(key(user, client)).filter(Set::isEmpty).isPresent();
  }

  void consent(DevUser user, String client, Set<String> scopes) {
    Set<String> all = new TreeSet<>(consented(user, client));
    all.addAll(scopes);
    consents.put(key(user, client), Set.copyOf(all));
  }
}
