package io.glebe.api.service;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.commission.CommissionModule;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.Callers;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import io.glebe.core.service.ServiceRegistry;
import io.glebe.core.thread.OffLoop;
import io.glebe.mqtt.service.ServiceQueues;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** The verticle of the area {@code services}: the service registry. */
public final class ServicesVerticle extends VerticleBase implements AreaVerticle {
  /** The name of the area in {@code GLEBE_AREAS}. */
  public static final String NAME = "services";

  private final Infrastructure infrastructure;
  private final RecordService records;
  private final ServiceRegistry registry;
  private final Runnable rightsChanged;
  private CommissionModule module;
  private MessageStreams streams;

  /**
   * @param rightsChanged called in this process after the rights of a service have changed
   */
  @SuppressWarnings("NullAway.Init") // module and streams are set by start
  public ServicesVerticle(
      Infrastructure infrastructure,
      RecordService records,
      ServiceRegistry registry,
      Runnable rightsChanged) {
    this.infrastructure = infrastructure;
    this.records = records;
    this.registry = registry;
    this.rightsChanged = rightsChanged;
  }

  @Override
  public Future<?> start() {
    module = new CommissionModule(infrastructure, records, registry.directory(), rightsChanged);
    streams = new MessageStreams(module.queue(), module.signals(), infrastructure.settings());
    return module.signals().listening();
  }

  /** The queues of services as topics of MQTT. */
  public ServiceQueues topics(Callers callers) {
    return new ServiceTopics(callers, module.queue(), module.signals());
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        () -> {
          streams.close();
          module.close();
          return null;
        });
  }

  @Override
  public void endStreams() {
    streams.close();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    new ServicesArea(registry).contribute(routes);
    Settings settings = infrastructure.settings();
    long bytes = settings.get(ServiceSettings.COMMISSION_BYTES);
    new CommissionRoutes(module, bytes, settings.get(ServiceSettings.FIELDS)).contribute(routes);
    new QueueRoutes(module, streams).contribute(routes);
  }
}
