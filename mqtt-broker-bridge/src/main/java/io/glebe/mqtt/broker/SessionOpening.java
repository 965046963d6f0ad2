package io.glebe.mqtt.broker;

import io.glebe.core.access.Caller;
import io.glebe.core.problem.Problem;
import io.glebe.core.service.ServiceAccess;
import io.glebe.mqtt.packet.ConnectRequest;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.session.ClientSessions;
import io.glebe.mqtt.session.Session;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The way of one connection to its session and back: the session is given up exactly once, also
 * when the connection ends before it is open. Used on the event loop of the connection.
 */
final class SessionOpening {
  /** The end of the opening. */
  interface Opened {
    void with(@Nullable Session session, @Nullable Throwable failure);
  }

  private final SubscriptionDispatcher dispatcher;
  private final EventExecutor loop;
  private final ConnectRequest request;
  private final ClientSessions.Holder holder;
  private final String key;
  private final Optional<HeldWill> will;
  private boolean opened;
  private boolean closed;

  SessionOpening(
      SubscriptionDispatcher dispatcher,
      ClientConnection connection,
      Caller caller,
      ConnectRequest request,
      EventExecutor loop) {
    this.dispatcher = dispatcher;
    this.loop = loop;
    this.request = request;
    String account = account(caller);
    key = ClientSessions.key(account, request.clientId());
    will = request.will().flatMap(left -> HeldWill.of(left, dispatcher.budgets().wills(caller)));
    holder =
        new ClientSessions.Holder(
            account,
            request.clientId(),
            loop,
            connection::isOpen,
            () -> connection.end(Packets.SESSION_TAKEN_OVER));
  }

  /** The name under which sessions are stored; that of a service is no name of an account. */
  static String account(Caller caller) {
    return ServiceAccess.isService(caller)
        ? "service:" + caller.subject().substring("svc-".length())
        : caller.subject();
  }

  /** Names the session. */
  String key() {
    return key;
  }

  /** Whether a connection of another process has taken the session over. */
  boolean isElsewhere() {
    return holder.isElsewhere();
  }

  /** The client has left its groups; what another process has taken meanwhile stays away. */
  void left() {
    if (isElsewhere()) {
      dispatcher.fanout().ended(key);
    }
  }

  void begin(Opened then) {
    (request.will().isPresent() && will.isEmpty() ? tooManyWills() : open())
        .onComplete(
            result ->
                loop.execute(
                    () -> {
                      opened = true;
                      if (result.succeeded()) {
                        cameBack(result.result());
                      }
                      then.with(result.result(), result.cause());
                      if (closed) {
                        dispatcher.sessions().release(holder);
                      }
                    }));
  }

  private Future<Session> open() {
    return dispatcher
        .sessions()
        .open(holder, request.wish(dispatcher.dependencies().limits().sessions().expiry()));
  }

  private static Future<Session> tooManyWills() {
    return Future.failedFuture(Problem.conflict("the wills of all clients have too many bytes"));
  }

  private void cameBack(Session session) {
    dispatcher.wills().cameBack(key, !request.fresh());
    if (session.isPresent()) {
      session.generation().ifPresent(own -> dispatcher.fanout().resumed(key, own));
    } else {
      dispatcher.fanout().ended(key);
    }
  }

  /**
   * Gives the session up, and leaves the will of a client that did not say goodbye.
   *
   * @param disconnected whether it did
   * @param joined the client, if its session was open
   */
  void close(boolean disconnected, @Nullable ActiveClient joined) {
    if (closed) {
      return;
    }
    if (joined != null && !disconnected && !dispatcher.isStopping()) {
      Duration stay = joined.session().expiry();
      will.ifPresent(
          held -> {
            Duration delay = Duration.ofSeconds(held.will().delaySeconds());
            dispatcher
                .wills()
                .leave(key, held, delay.compareTo(stay) < 0 ? delay : stay, () -> now(joined));
          });
    } else {
      will.ifPresent(HeldWill::close);
    }
    closed = true;
    if (opened) {
      dispatcher.sessions().release(holder);
    }
  }

  /** The client with its permissions, from any thread. */
  private Future<Caller> now(ActiveClient joined) {
    Promise<Caller> now = Promise.promise();
    loop.execute(() -> joined.now().onComplete(now));
    return now.future();
  }

  /** Completes when the session is given up. */
  Future<Void> released() {
    return holder.released();
  }
}
