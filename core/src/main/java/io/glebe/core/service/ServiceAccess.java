package io.glebe.core.service;

import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ServiceIdentity;
import io.glebe.core.problem.Problem;
import io.glebe.core.registry.RegistryAccess;
import java.util.UUID;

/** The rights of callers in the service registry. */
public final class ServiceAccess {
  public static final Permission CREATE = Permission.of("registeredService:create");
  public static final Permission READ = Permission.of("registeredService:read");
  public static final Permission UPDATE = Permission.of("registeredService:update");

  /** Reads the services that can be commissioned, from any role. */
  public static final Permission BROWSE = Permission.of("processingService:read");

  private ServiceAccess() {}

  /**
   * The maintainer, a person with a role of the platform; otherwise 403. A registered app that acts
   * for a maintainer could give itself a service.
   */
  static UUID maintainer(Caller caller, Permission permission) {
    RegistryAccess.requireNoApp(caller);
    Access.requireOnPlatform(caller, permission);
    return caller
        .personId()
        .orElseThrow(() -> Problem.forbidden("only a person may maintain services"));
  }

  /** Whether the caller sees the credentials' kind and the queues of all services. */
  public static boolean maintains(Caller caller) {
    return Access.mayOnPlatform(caller, READ);
  }

  /** Fails with 403 unless the caller is this service. */
  public static void requireItself(Caller caller, UUID service) {
    if (!is(caller, service)) {
      throw Problem.forbidden("only the service itself may do this");
    }
  }

  /** Whether the caller is this service. */
  public static boolean is(Caller caller, UUID service) {
    return isService(caller) && caller.subject().equals(ServiceIdentity.clientId(service));
  }

  /** Whether the caller is a service of the registry. */
  public static boolean isService(Caller caller) {
    return caller.issuer().equals(ServiceIdentity.ISSUER);
  }
}
