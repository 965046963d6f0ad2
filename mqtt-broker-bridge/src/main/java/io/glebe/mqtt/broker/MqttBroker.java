package io.glebe.mqtt.broker;

import io.glebe.core.access.AccessChanges;
import io.glebe.core.access.Caller;
import io.glebe.core.metrics.MeterNames;
import io.glebe.core.problem.Problem;
import io.glebe.core.sensor.observation.LiveObservations;
import io.glebe.core.sensor.observation.ObservationWriter;
import io.glebe.core.service.ServiceAccess;
import io.glebe.mqtt.ingest.Ingestion;
import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.limit.MqttLimits;
import io.glebe.mqtt.packet.Packets;
import io.glebe.mqtt.service.ServiceQueues;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The built-in MQTT server: {@code MqttBroker.start(dependencies, listeners)}. Starting and closing
 * block; closing stops reading, waits for running commits, acknowledges and disconnects.
 */
public final class MqttBroker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MqttBroker.class);

  /**
   * Vert.x shares one free port among all servers with the same negative port, so each listener
   * needs its own number; -1 is used by HTTP.
   */
  private static final int FREE_PORT_PLAIN = -2;

  private static final int FREE_PORT_ENCRYPTED = -3;

  private static final long COUNTERS_MILLIS = 5_000;
  private static final int INTERNAL = 500;

  private static final long RENEWAL_MILLIS = 30_000;

  /** Permission changes within this time are processed together. */
  private static final long GATHER_MILLIS = 100;

  /** Constructor arguments. */
  public record Dependencies(
      Vertx vertx,
      MeterRegistry registry,
      Ingestion ingestion,
      ObservationWriter writer,
      MqttSources sources,
      ServiceAccountSignIns signIns,
      ServiceQueues services,
      MqttLimits limits) {}

  /** Address of a listener; port 0 selects a free one. */
  public record MqttListener(String host, int port) {}

  /**
   * The listeners.
   *
   * @param plain without encryption, for development on the loopback interface
   * @param encrypted with TLS
   * @param certificate certificate of the encrypted listener
   */
  public record MqttListeners(
      Optional<MqttListener> plain,
      Optional<MqttListener> encrypted,
      PemKeyCertOptions certificate) {}

  private final Dependencies dependencies;
  private final SubscriptionDispatcher dispatcher;
  private final List<LoopListener> plain = new CopyOnWriteArrayList<>();
  private final List<LoopListener> encrypted = new CopyOnWriteArrayList<>();
  private final List<String> deployments = new ArrayList<>();
  private final LiveObservations.Listening listening;
  private final AccessChanges.Subscription accessChanges;
  private final List<Long> timers = new ArrayList<>();
  private final AtomicBoolean renewing = new AtomicBoolean();

  private MqttBroker(Dependencies dependencies) {
    this.dependencies = dependencies;
    dispatcher = new SubscriptionDispatcher(dependencies, client -> renew(List.of(client)));
    listening =
        dependencies
            .writer()
            .live()
            .listen(dispatcher.fanout()::dispatch, dispatcher.fanout()::hasSubscribers);
    dependencies.ingestion().listen(dispatcher.fanout()::publish);
    Gauge.builder(MeterNames.MQTT_CONNECTIONS, dispatcher, SubscriptionDispatcher::connected)
        .description("clients of the built-in endpoint")
        .register(dependencies.registry());
    bytes("sign-in", dispatcher.budgets().signIn());
    bytes("inbound", dispatcher.budgets().underWay());
    bytes("outbound", dispatcher.budgets().queued());
    bytes("kept", dispatcher.budgets().kept());
    timers.add(
        dependencies.vertx().setPeriodic(COUNTERS_MILLIS, tick -> dispatcher.publishCounters()));
    timers.add(dependencies.vertx().setPeriodic(RENEWAL_MILLIS, tick -> renew()));
    timers.add(
        dependencies.vertx().setPeriodic(RENEWAL_MILLIS, tick -> dispatcher.fanout().sweep()));
    accessChanges = dependencies.signIns().subscribe(this::renewSoon);
  }

  private void bytes(String direction, ByteBudget budget) {
    Gauge.builder(MeterNames.MQTT_BYTES, budget, ByteBudget::used)
        .tag("direction", direction)
        .description("bytes of messages under way")
        .register(dependencies.registry());
  }

  /** Opens the listeners. */
  public static MqttBroker start(Dependencies dependencies, MqttListeners listeners)
      throws IOException {
    MqttBroker broker = new MqttBroker(dependencies);
    try {
      if (listeners.plain().isPresent()) {
        broker.open(listeners.plain().get(), Optional.empty(), broker.plain);
      }
      if (listeners.encrypted().isPresent()) {
        broker.open(
            listeners.encrypted().get(), Optional.of(listeners.certificate()), broker.encrypted);
      }
    } catch (IOException e) {
      broker.close();
      throw e;
    }
    return broker;
  }

  private void open(
      MqttListener listener, Optional<PemKeyCertOptions> certificate, List<LoopListener> listeners)
      throws IOException {
    int free = certificate.isPresent() ? FREE_PORT_ENCRYPTED : FREE_PORT_PLAIN;
    MqttListener shared =
        new MqttListener(listener.host(), listener.port() == 0 ? free : listener.port());
    DeploymentOptions options =
        new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
    try {
      deployments.add(
          dependencies
              .vertx()
              .deployVerticle(
                  () -> {
                    LoopListener onLoop = new LoopListener(dispatcher, shared, certificate);
                    listeners.add(onLoop);
                    return onLoop;
                  },
                  options)
              .await());
    } catch (Exception e) { // await throws the failure of the deployment, checked or not
      throw new IOException(
          "the MQTT endpoint cannot listen at port " + listener.port() + ": " + e.getMessage(), e);
    }
  }

  /**
   * Serves a client over a WebSocket whose handshake is done; on its event loop.
   *
   * @param client address of the client, which may be behind a proxy
   */
  public void open(NetSocket socket, InetAddress client) {
    if (dispatcher.isStopping()) {
      var _ = socket.close();
    } else {
      LoopListener.open(socket, client, dispatcher);
    }
  }

  /** Uses another certificate for new connections; blocks. */
  public void renew(PemKeyCertOptions certificate) {
    Future.join(encrypted.stream().map(listener -> listener.renew(certificate)).toList()).await();
  }

  /** Port without encryption, if that listener is open. */
  public OptionalInt port() {
    return port(plain);
  }

  /** Port with TLS, if that listener is open. */
  public OptionalInt tlsPort() {
    return port(encrypted);
  }

  private static OptionalInt port(List<LoopListener> listeners) {
    return listeners.isEmpty() ? OptionalInt.empty() : OptionalInt.of(listeners.getFirst().port());
  }

  List<ClientConnection> clients() {
    return dispatcher.clients();
  }

  SubscriptionDispatcher dispatcher() {
    return dispatcher;
  }

  /** Number of clients. */
  public int connections() {
    return dispatcher.connected();
  }

  private void renewSoon() {
    if (!dispatcher.isStopping() && renewing.compareAndSet(false, true)) {
      dependencies
          .vertx()
          .setTimer(
              GATHER_MILLIS,
              tick -> {
                renewing.set(false);
                renew();
              });
    }
  }

  /** Checks connected clients again after permissions or accounts may have changed. */
  void renew() {
    renew(dispatcher.clients());
  }

  private void renew(List<ClientConnection> clients) {
    if (!clients.isEmpty()) {
      long changes = dependencies.signIns().changes();
      dependencies
          .signIns()
          .enabled(clients.stream().map(c -> c.caller().subject()).collect(Collectors.toSet()))
          .onSuccess(names -> clients.forEach(client -> renew(client, names, changes)))
          .onFailure(failure -> LOG.debug("accounts cannot be checked now", failure));
    }
  }

  private void renew(ClientConnection client, Set<String> names, long changes) {
    Caller caller = client.caller();
    if (ServiceAccess.isService(caller)) {
      dependencies
          .signIns()
          .check(caller)
          .onSuccess(now -> client.renew(now, changes))
          .onFailure(
              failure -> {
                if (failure instanceof Problem problem && problem.status() < INTERNAL) {
                  client.end(Packets.NOT_AUTHORIZED);
                }
              });
      return;
    }
    if (!names.contains(caller.subject())) {
      client.end(Packets.NOT_AUTHORIZED);
      return;
    }
    dependencies.signIns().renewed(caller).onSuccess(now -> client.renew(now, changes));
  }

  @Override
  public void close() {
    dispatcher.stop();
    accessChanges.close();
    timers.forEach(dependencies.vertx()::cancelTimer);
    Future<?> drained =
        Future.join(dispatcher.clients().stream().map(ClientConnection::drain).toList());
    try {
      drained
          .toCompletionStage()
          .toCompletableFuture()
          .get(ClientLimits.DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.warn("some messages were not stored in time; their senders will send them again");
    } catch (ExecutionException e) {
      LOG.warn("closing the connections failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    dependencies.ingestion().close();
    dispatcher.close();
    listening.close();
    deployments.forEach(id -> dependencies.vertx().undeploy(id).await());
  }
}
