package io.glebe.api.partner;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.RouteTable;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.PartnerSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.partner.PartnerPlatform;
import io.glebe.core.partner.PartnerService;
import io.glebe.core.partner.TokenSeal;
import io.glebe.core.record.RecordService;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;

/**
 * The verticle of the area {@code partner}: the connector to the partner that the settings name,
 * else to the sandbox partner in development, else to none.
 */
public final class PartnerVerticle extends VerticleBase implements AreaVerticle {
  /** The sandbox has no secrets; a fixed key keeps its tokens usable after a restart. */
  private static final String SANDBOX_KEY =
      Base64.getEncoder()
          .encodeToString("glebe sandbox, nothing is secret".getBytes(StandardCharsets.UTF_8));

  private final Infrastructure infrastructure;
  private final RecordService records;
  private ApiArea area;
  private Optional<PartnerService> service = Optional.empty();

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
                service.ifPresent(
                    opened ->
                        vertx.setPeriodic(
                            PartnerService.CHECK_MILLIS,
                            _ ->
                                OffLoop.run(
                                    () -> {
                                      opened.endInterruptedImports();
                                      return null;
                                    }))));
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        () -> {
          service.ifPresent(PartnerService::close);
          return null;
        });
  }

  private PartnerArea area() {
    Settings settings = infrastructure.settings();
    if (settings.get(PartnerSettings.PARTNER_URL).isPresent()) {
      return new PartnerArea(opened(real(settings)), Optional.empty());
    }
    if (settings.development()) {
      SandboxPartner sandbox = new SandboxPartner(InstantSource.system());
      return new PartnerArea(opened(sandboxed()), Optional.of(sandbox));
    }
    return new PartnerArea(Optional.empty(), Optional.empty());
  }

  private Optional<PartnerService> opened(PartnerPlatform platform) {
    service = Optional.of(service(platform));
    return service;
  }

  private PartnerService service(PartnerPlatform platform) {
    Settings settings = infrastructure.settings();
    boolean real = settings.get(PartnerSettings.PARTNER_URL).isPresent();
    String keys =
        real
            ? needed(settings, PartnerSettings.PARTNER_KEYS)
            : settings.get(PartnerSettings.PARTNER_KEYS).orElse(SANDBOX_KEY);
    try {
      return new PartnerService(
          platform,
          TokenSeal.parse(keys),
          new PartnerService.Dependencies(
              vertx,
              infrastructure.database(),
              records,
              settings.get(StorageSettings.DATABASE_URL).isEmpty()));
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(PartnerSettings.PARTNER_KEYS.name() + ": " + e.getMessage());
    }
  }

  private static PartnerPlatform real(Settings settings) {
    URI base = URI.create(withSlash(needed(settings, PartnerSettings.PARTNER_URL).toString()));
    URI authorize = needed(settings, PartnerSettings.PARTNER_AUTHORIZE_URL);
    URI token = needed(settings, PartnerSettings.PARTNER_TOKEN_URL);
    return new PartnerPlatform(
        settings.get(PartnerSettings.PARTNER_NAME),
        base,
        authorize,
        token,
        needed(settings, PartnerSettings.PARTNER_CLIENT_ID),
        needed(settings, PartnerSettings.PARTNER_CLIENT_SECRET),
        settings.get(PartnerSettings.PARTNER_PAGING),
        settings.get(PartnerSettings.PARTNER_TIMEOUT),
        settings.get(PartnerSettings.PARTNER_IMPORT_RECORDS));
  }

  private PartnerPlatform sandboxed() {
    Settings settings = infrastructure.settings();
    String base = infrastructure.address().local() + SandboxPartner.PATH;
    return new PartnerPlatform(
        settings.get(PartnerSettings.PARTNER_NAME),
        URI.create(base + "/"),
        URI.create(infrastructure.address().base() + SandboxPartner.PATH + "/authorize"),
        URI.create(base + "/token"),
        SandboxPartner.CLIENT,
        SandboxPartner.SECRET,
        settings.get(PartnerSettings.PARTNER_PAGING),
        settings.get(PartnerSettings.PARTNER_TIMEOUT),
        settings.get(PartnerSettings.PARTNER_IMPORT_RECORDS));
  }

  private static <T> T needed(Settings settings, Setting<Optional<T>> setting) {
    return settings
        .get(setting)
        .orElseThrow(
            () ->
                new InvalidSettings(
                    setting.name()
                        + " is needed when "
                        + PartnerSettings.PARTNER_URL.name()
                        + " names a partner"));
  }

  private static String withSlash(String url) {
    return url.endsWith("/") ? url : url + "/";
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
