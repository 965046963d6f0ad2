package io.glebe.core.access;

import io.glebe.core.json.UuidSyntax;
import java.util.Optional;
import java.util.UUID;

/** The names of a service of the service registry as a caller. */
public final class ServiceIdentity {
  /** The issuer of all tokens of services; no token of an identity provider has it. */
  public static final String ISSUER = "urn:glebe:services";

  private static final String PREFIX = "svc-";

  private ServiceIdentity() {}

  /** The client id, which is the subject as well. */
  public static String clientId(UUID service) {
    return PREFIX + service;
  }

  /** Whether this is the client id of the service with the id in this text. */
  public static boolean is(String clientId, String service) {
    return clientId.equals(PREFIX + service);
  }

  /** The service with this client id; empty for any other text. */
  public static Optional<UUID> service(String clientId) {
    return clientId.startsWith(PREFIX)
        ? UuidSyntax.parse(clientId.substring(PREFIX.length()))
        : Optional.empty();
  }
}
