package io.glebe.api.service;

import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerSource;
import io.glebe.core.access.Grants;
import io.glebe.core.access.ScopeRights;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.commission.CommissionQueue;
import io.glebe.core.commission.QueueSignals;
import io.glebe.core.identity.Audiences;
import io.glebe.core.identity.Callers;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.service.ServiceAccess;
import io.glebe.mqtt.service.ServiceQueues;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The queues of services for MQTT. A service signs in with its client id and one of its tokens; its
 * connection can receive its messages and do nothing else.
 */
final class ServiceTopics implements ServiceQueues {
  private final Callers callers;
  private final CommissionQueue queue;
  private final QueueSignals signals;

  ServiceTopics(Callers callers, CommissionQueue queue, QueueSignals signals) {
    this.callers = callers;
    this.queue = queue;
    this.signals = signals;
  }

  @Override
  public Optional<Future<Caller>> signIn(String name, String password, String source) {
    return ServiceIdentity.service(name).map(service -> signedIn(service, password));
  }

  private Future<Caller> signedIn(UUID service, String token) {
    return callers
        .authenticate(token, Audiences.FARM)
        .map(
            caller -> {
              if (!ServiceAccess.is(caller, service)) {
                throw Problem.unauthorized("the token is that of another client");
              }
              return receiver(caller, new Signed(service, token, caller));
            });
  }

  /** The service without its permissions: at MQTT it only receives. */
  private static Caller receiver(Caller caller, CallerSource source) {
    return new Caller(
        caller.kind(),
        caller.issuer(),
        caller.subject(),
        caller.clientId(),
        caller.audience(),
        caller.scopes(),
        ScopeRights.NONE,
        Grants.NONE,
        source);
  }

  /** A service as long as its token is valid. */
  private final class Signed implements CallerSource {
    private final UUID service;
    private final String token;
    private final Caller caller;

    Signed(UUID service, String token, Caller caller) {
      this.service = service;
      this.token = token;
      this.caller = caller;
    }

    @Override
    public boolean isCurrent() {
      return caller.isCurrent();
    }

    @Override
    public Future<Caller> reload() {
      return signedIn(service, token);
    }
  }

  @Override
  public Future<List<Message>> receive(Caller caller, UUID service, long after, int limit) {
    return caller
        .now()
        .compose(now -> queue.receive(now, service, after, limit))
        .map(
            messages ->
                messages.stream()
                    .map(
                        message ->
                            new Message(message.position(), Json.bytes(CommissionJson.of(message))))
                    .toList());
  }

  @Override
  public AutoCloseable listen(UUID service, Runnable listener) {
    return signals.listen(service, listener);
  }
}
