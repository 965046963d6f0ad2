package io.glebe.core.service;

import io.glebe.core.database.Database;
import io.glebe.core.identity.FailureThrottle;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.record.RecordService;
import java.time.InstantSource;

/** The services of the service registry. */
public final class ServiceRegistry {
  private final ServiceDirectory directory;
  private final ServiceSignIn signIn;

  /**
   * @param throttle limits failed sign-ins
   */
  public ServiceRegistry(
      Infrastructure infrastructure,
      RecordService records,
      ServiceTokens tokens,
      FailureThrottle throttle) {
    Database database = infrastructure.database();
    directory = new ServiceDirectory(database, records, tokens, infrastructure.settings());
    signIn = new ServiceSignIn(database, tokens, throttle, InstantSource.system());
  }

  public ServiceDirectory directory() {
    return directory;
  }

  public ServiceSignIn signIn() {
    return signIn;
  }
}
