package io.glebe.api.partner;

import io.glebe.api.http.ApiArea;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.PartnerSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Database;
import io.glebe.core.partner.PartnerPlatform;
import io.glebe.core.partner.PartnerService;
import io.glebe.core.partner.TokenSeal;
import io.glebe.core.record.RecordService;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The partner connector, wired: with the partner that the settings name, else with the sandbox
 * partner in development, else with none.
 */
public final class PartnerModule {
  /** Everything sandboxed is public anyway; a key keeps its tokens usable after a restart. */
  private static final String SANDBOX_KEY =
      Base64.getEncoder()
          .encodeToString("glebe sandbox, nothing is secret".getBytes(StandardCharsets.UTF_8));

  /**
   * What it stands on.
   *
   * @param baseUrl address of the platform for people, without a slash at the end; asked late
   * @param address address of the platform for this machine, likewise
   */
  public record Dependencies(
      Settings settings,
      Vertx vertx,
      Database database,
      RecordService records,
      Supplier<String> baseUrl,
      Supplier<String> address) {}

  private final ApiArea area;

  private PartnerModule(ApiArea area) {
    this.area = area;
  }

  /**
   * Blocking.
   *
   * @throws InvalidSettings when a partner is named without all that reaching it takes
   */
  public static PartnerModule open(Dependencies dependencies) {
    Settings settings = dependencies.settings();
    if (settings.get(PartnerSettings.PARTNER_URL).isPresent()) {
      return new PartnerModule(
          new PartnerArea(Optional.of(service(dependencies, real(settings))), Optional.empty()));
    }
    if (settings.development()) {
      SandboxPartner sandbox = new SandboxPartner(InstantSource.system());
      return new PartnerModule(
          new PartnerArea(
              Optional.of(service(dependencies, sandboxed(dependencies))), Optional.of(sandbox)));
    }
    return new PartnerModule(new PartnerArea(Optional.empty(), Optional.empty()));
  }

  private static PartnerService service(Dependencies dependencies, PartnerPlatform platform) {
    boolean real = dependencies.settings().get(PartnerSettings.PARTNER_URL).isPresent();
    String keys =
        real
            ? needed(dependencies.settings(), PartnerSettings.PARTNER_KEYS)
            : dependencies.settings().get(PartnerSettings.PARTNER_KEYS).orElse(SANDBOX_KEY);
    try {
      return new PartnerService(
          platform,
          TokenSeal.parse(keys),
          new PartnerService.Dependencies(
              dependencies.vertx(),
              dependencies.database(),
              dependencies.records(),
              dependencies.settings().get(StorageSettings.DATABASE_URL).isEmpty()));
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
        () -> base,
        () -> authorize,
        () -> token,
        needed(settings, PartnerSettings.PARTNER_CLIENT_ID),
        needed(settings, PartnerSettings.PARTNER_CLIENT_SECRET),
        settings.get(PartnerSettings.PARTNER_PAGING),
        settings.get(PartnerSettings.PARTNER_TIMEOUT),
        settings.get(PartnerSettings.PARTNER_IMPORT_RECORDS));
  }

  private static PartnerPlatform sandboxed(Dependencies dependencies) {
    Settings settings = dependencies.settings();
    Supplier<String> here = () -> dependencies.address().get() + SandboxPartner.PATH;
    return new PartnerPlatform(
        settings.get(PartnerSettings.PARTNER_NAME),
        () -> URI.create(here.get() + "/"),
        () -> URI.create(dependencies.baseUrl().get() + SandboxPartner.PATH + "/authorize"),
        () -> URI.create(here.get() + "/token"),
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

  /** The doors, with the sandbox partner where it runs. */
  public ApiArea area() {
    return area;
  }
}
