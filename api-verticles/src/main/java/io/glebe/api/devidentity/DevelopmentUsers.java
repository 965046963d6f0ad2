package io.glebe.api.devidentity;

import io.glebe.core.farm.Onboarding;
import io.glebe.core.identity.ServiceAccounts;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.Set;

/** The fixed users and the service account of the development profile. It creates no farms. */
public final class DevelopmentUsers {
  /** Service account of the development profile, for MQTT and the sensor service. */
  static final String SENSOR = "sensor";

  private static final String SENSOR_PASSWORD = "sensor-dev-password";

  private final Onboarding onboarding;
  private final ServiceAccounts accounts;

  public DevelopmentUsers(Onboarding onboarding, ServiceAccounts accounts) {
    this.onboarding = onboarding;
    this.accounts = accounts;
  }

  /** Creates the missing users; a repeated call changes nothing. */
  public Future<Void> provision() {
    return OffLoop.run(
        () -> {
          for (DevUser user : DevUser.ALL) {
            switch (user.name()) {
              case "stranger" -> {} // signed in, but without a User record
              case "admin" -> onboarding.administrator(record(user)).await();
              case "developer" -> withRole(user, Onboarding.APP_DEVELOPER);
              case "maintainer" -> withRole(user, Onboarding.SERVICE_MAINTAINER);
              case "reviewer" -> withRole(user, Onboarding.APP_REVIEWER);
              default -> onboarding.user(record(user)).await();
            }
          }
          sensor();
          return null;
        });
  }

  private void withRole(DevUser user, String role) {
    onboarding.userWithRole(record(user), role).await();
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
}
