package io.glebe.api.partner;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.PartnerSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.partner.PartnerPlatform;
import io.glebe.core.partner.PartnerService;
import io.glebe.core.record.RecordService;
import io.glebe.core.secret.TokenSeal;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The verticle of the area {@code partner}: a connector to each partner that the settings name, in
 * development to the sandbox partner as well.
 */
public final class PartnerVerticle extends VerticleBase implements AreaVerticle {
  /** The sandbox has no secrets; a fixed key keeps its tokens usable after a restart. */
  private static final String SANDBOX_KEY =
      Base64.getEncoder()
          .encodeToString("glebe sandbox, nothing is secret".getBytes(StandardCharsets.UTF_8));

  private final Infrastructure infrastructure;
  private final RecordService records;
  private ApiArea area;

  /** By the name of the partner. */
  private final Map<String, PartnerService> services = new LinkedHashMap<>();

  public PartnerVerticle(Infrastructure infrastructure, RecordService records) {
    this.infrastructure = infrastructure;
    this.records = records;
  }

  /** Fails when a partner is named without all settings that it needs. */
  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the services are set
  public Future<?> start() {
    return OffLoop.run(() -> area = area())
        .onSuccess( // the timer belongs to the verticle and ends with it
            _ ->
                vertx.setPeriodic(
                    PartnerService.CHECK_MILLIS,
                    _ ->
                        OffLoop.run(
                            () -> {
                              services.values().forEach(PartnerService::endInterruptedImports);
                              return null;
                            })));
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        () -> {
          services.values().forEach(PartnerService::close);
          return null;
        });
  }

  private PartnerArea area() {
    PartnerPlatforms platforms = new PartnerPlatforms(infrastructure);
    Optional<SandboxPartner> sandbox =
        platforms.hasSandbox()
            ? Optional.of(new SandboxPartner(InstantSource.system()))
            : Optional.empty();
    Map<String, PartnerPlatform> all = platforms.all();
    if (!all.isEmpty()) {
      TokenSeal seal = seal(platforms);
      all.forEach((name, platform) -> services.put(name, service(platform, seal)));
    }
    return new PartnerArea(services, sandbox);
  }

  private TokenSeal seal(PartnerPlatforms platforms) {
    Optional<String> keys = infrastructure.settings().get(PartnerSettings.PARTNER_KEYS);
    if (keys.isEmpty() && platforms.hasReal()) {
      throw new InvalidSettings(
          PartnerSettings.PARTNER_KEYS.name() + " is needed when the settings name a partner");
    }
    try {
      return TokenSeal.parse(keys.orElse(SANDBOX_KEY));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(PartnerSettings.PARTNER_KEYS.name() + ": " + e.getMessage());
    }
  }

  private PartnerService service(PartnerPlatform platform, TokenSeal seal) {
    return new PartnerService(
        platform,
        seal,
        new PartnerService.Dependencies(
            vertx,
            infrastructure.database(),
            records,
            infrastructure.settings().get(StorageSettings.DATABASE_URL).isEmpty()));
  }

  @Override
  public String name() {
    return "partner";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    area.contribute(routes);
  }
}
