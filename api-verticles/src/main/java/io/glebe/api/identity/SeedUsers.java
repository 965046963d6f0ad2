package io.glebe.api.identity;

import io.glebe.api.devidentity.DevUser;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The people and roles without whom nobody could do anything: starter roles everywhere, the fixed
 * users in the development profile, the first administrator of a production install. Farms are not
 * made here.
 */
final class SeedUsers {
  /** Service account of the development profile, for MQTT and the sensor service. */
  static final String SENSOR = "sensor";

  private static final String SENSOR_PASSWORD = "sensor-dev-password";
  private static final Logger LOG = LoggerFactory.getLogger(SeedUsers.class);

  private final Onboarding onboarding;
  private final ServiceAccounts accounts;

  SeedUsers(Onboarding onboarding, ServiceAccounts accounts) {
    this.onboarding = onboarding;
    this.accounts = accounts;
  }

  /** Makes what is missing in the development profile. */
  Future<Void> ofDevelopment() {
    return OffLoop.run(
        () -> {
          onboarding.roles().await();
          for (DevUser user : DevUser.ALL) {
            if (user.name().equals("admin")) {
              onboarding.administrator(record(user)).await();
            } else if (!user.name().equals("stranger")) {
              onboarding.user(record(user)).await();
            }
          }
          sensor();
          return null;
        });
  }

  private static Onboarding.NewUser record(DevUser user) {
    return new Onboarding.NewUser(
        user.name(), Optional.empty(), user.displayName(), Optional.of(user.email()));
  }

  private void sensor() {
    boolean known =
        accounts.list().await().stream().anyMatch(account -> account.name().equals(SENSOR));
    if (!known) {
      accounts.put(SENSOR, SENSOR_PASSWORD, Set.of("sensor-read", "sensor-write")).await();
    }
    onboarding
        .user(new Onboarding.NewUser(SENSOR, Optional.empty(), "Sensor gateway", Optional.empty()))
        .await();
  }

  /**
   * Makes the starter roles and, while there is no administrator, the first one.
   *
   * @param subject {@code sub} of that person; empty for none
   */
  Future<Void> ofProduction(Optional<String> subject) {
    return OffLoop.run(
        () -> {
          onboarding.roles().await();
          if (subject.isPresent() && !onboarding.hasAdministrator().await()) {
            onboarding
                .administrator(
                    new Onboarding.NewUser(
                        subject.get(), Optional.empty(), "Administrator", Optional.empty()))
                .await();
            LOG.info("the first administrator is set; the setting does nothing from now on");
          }
          return null;
        });
  }
}
