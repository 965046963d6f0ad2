package io.glebe.api.boot;

import io.glebe.api.devidentity.DevelopmentUsers;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.IssuerNames;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.UserIssuers;

/**
 * The services that every process has, independent of its areas.
 *
 * @param records of all areas
 * @param identity of all callers
 */
record SharedServices(RecordModule records, IdentityModule identity) {
  /**
   * Opens the services and creates the roles and users that a new platform needs; a repeated call
   * changes nothing. Blocking.
   */
  static SharedServices open(Infrastructure infrastructure) {
    IssuerNames names = IdentityModule.issuer(infrastructure.settings(), infrastructure.address());
    GrantChanges changes = new GrantChanges();
    RecordModule records = RecordModule.open(infrastructure, names, changes).await();
    IdentityModule identity =
        IdentityModule.open(infrastructure, names, records.records(), changes).await();
    SharedServices services = new SharedServices(records, identity);
    services.renameIssuer(infrastructure);
    services.provisionUsers(infrastructure);
    return services;
  }

  /** Gives the issuer its current name in records and hashed tokens of older releases. */
  private void renameIssuer(Infrastructure infrastructure) {
    String former = identity.names().former().isEmpty() ? "^$" : identity.names().former();
    new UserIssuers(infrastructure.database(), records.records()).setMissing(former);
    identity.hashedTokens().renameIssuer(former, identity.recordIssuer()).await();
  }

  private void provisionUsers(Infrastructure infrastructure) {
    Settings settings = infrastructure.settings();
    Onboarding onboarding = new Onboarding(infrastructure.database(), records.records());
    onboarding.roles().await();
    if (identity.ownKeys().isPresent()) {
      new DevelopmentUsers(onboarding, identity.accounts()).provision().await();
    } else {
      new FirstAdministrator(onboarding)
          .provision(settings.get(IdentitySettings.FIRST_ADMINISTRATOR))
          .await();
    }
  }
}
