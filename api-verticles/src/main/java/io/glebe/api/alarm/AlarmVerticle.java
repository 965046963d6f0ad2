package io.glebe.api.alarm;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.alarm.AlarmModule;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.registry.RegistryAccess;
import io.glebe.core.sensor.observation.LiveObservations;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * The verticle of the area {@code alarms}. Rules and events are records, which the area {@code
 * farm} serves; this one checks the rules, and has the webhooks and the browsers that are notified.
 */
public final class AlarmVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = "alarms";

  private final Infrastructure infrastructure;
  private final RecordService records;
  private final ChangeSignals signals;
  private final Optional<LiveObservations> live;
  private final GrantsCache grants;
  private AlarmModule module;

  /**
   * @param live observations that this process stores, if it has the area {@code sensors}
   * @param grants the rights of all people
   */
  public AlarmVerticle(
      Infrastructure infrastructure,
      RecordService records,
      ChangeSignals signals,
      Optional<LiveObservations> live,
      GrantsCache grants) {
    this.infrastructure = infrastructure;
    this.records = records;
    this.signals = signals;
    this.live = live;
    this.grants = grants;
  }

  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the module is set
  public Future<?> start() {
    module =
        new AlarmModule(
            infrastructure,
            records,
            signals,
            live,
            grants,
            caller -> RegistryAccess.requireNoApp(infrastructure.database(), caller));
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(Executors.callable(module::close));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new WebhookRoutes(module.webhooks()).contribute(routes);
    new SubscriptionRoutes(module.subscriptions()).contribute(routes);
  }
}
