package io.glebe.api.identity;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.http.RouteTable;
import io.glebe.core.access.Caller;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.database.Database;
import io.glebe.core.farm.Credentials;
import io.glebe.core.farm.DeviceAccounts;
import io.glebe.core.identity.HashedTokens;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.record.RecordService;
import io.glebe.core.registry.RegistryAccess;
import io.glebe.core.sensor.mapping.MappingLimits;
import io.glebe.core.sensor.mapping.MappingStore;
import io.glebe.core.sensor.mapping.MappingTrial;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.function.Function;

/**
 * The verticle of the area {@code identity}: administration of service accounts and tokens, and the
 * accounts of devices. The services that identify callers run in every process, with or without
 * this verticle.
 */
public final class IdentityVerticle extends VerticleBase implements AreaVerticle {
  /**
   * The services that it uses.
   *
   * @param issuer the name of the identity provider in records and hashed tokens
   * @param mappings limits of MQTT mappings
   * @param devices maximum number of accounts of devices of one farm
   */
  public record Dependencies(
      RecordService records,
      ServiceAccounts accounts,
      HashedTokens tokens,
      ScopeMap scopes,
      String issuer,
      Database database,
      MappingLimits mappings,
      int devices) {}

  private final AdministrationArea administration;
  private final PersonalTokensArea personal;
  private final DeviceAccountsArea devices;
  private final MqttMappingArea mappings;

  public IdentityVerticle(Dependencies dependencies) {
    String issuer = dependencies.issuer();
    Credentials credentials =
        new Credentials(
            dependencies.records(), dependencies.tokens(), dependencies.accounts(), issuer);
    Function<Caller, Future<Void>> requireNoApp = requireNoApp(dependencies.database());
    administration =
        new AdministrationArea(
            dependencies.accounts(),
            dependencies.tokens(),
            credentials,
            dependencies.scopes(),
            issuer,
            requireNoApp);
    personal = new PersonalTokensArea(credentials);
    devices = devices(dependencies, credentials, issuer);
    mappings = mappings(dependencies, credentials);
  }

  private static MqttMappingArea mappings(Dependencies dependencies, Credentials credentials) {
    Database database = dependencies.database();
    return new MqttMappingArea(
        dependencies.accounts(),
        credentials,
        new MappingStore(database, dependencies.mappings()),
        new MappingTrial(database, dependencies.mappings()),
        requireNoApp(database));
  }

  private static Function<Caller, Future<Void>> requireNoApp(Database database) {
    return caller -> RegistryAccess.requireNoApp(database, caller);
  }

  private static DeviceAccountsArea devices(
      Dependencies dependencies, Credentials credentials, String issuer) {
    return new DeviceAccountsArea(
        new DeviceAccounts(
            dependencies.database(),
            dependencies.records(),
            dependencies.accounts(),
            credentials,
            issuer,
            requireNoApp(dependencies.database()),
            dependencies.devices()));
  }

  @Override
  public String name() {
    return administration.name();
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    administration.contribute(routes);
    personal.contribute(routes);
    mappings.contribute(routes);
    devices.contribute(routes);
    new CallerPermissionsArea().contribute(routes);
  }
}
