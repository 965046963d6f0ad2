package io.glebe.api.boot;

import io.glebe.core.farm.Onboarding;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The first administrator of a production installation. */
final class FirstAdministrator {
  private static final Logger LOG = LoggerFactory.getLogger(FirstAdministrator.class);

  private final Onboarding onboarding;

  FirstAdministrator(Onboarding onboarding) {
    this.onboarding = onboarding;
  }

  /**
   * Creates the administrator if there is none.
   *
   * @param subject {@code sub} of that person; empty for none
   */
  Future<Void> provision(Optional<String> subject) {
    return OffLoop.run(
        () -> {
          if (subject.isPresent() && !onboarding.hasAdministrator().await()) {
            onboarding
                .administrator(
                    new Onboarding.NewUser(
                        subject.get(), Optional.empty(), "Administrator", Optional.empty()))
                .await();
            LOG.info("the first administrator is set; the setting has no effect from now on");
          }
          return null;
        });
  }
}
