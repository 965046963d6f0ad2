package io.glebe.api.identity;

import org.junit.jupiter.api.Nested;

/**
 * All tests with Keycloak, one after the other in one process, because they share its server and
 * its folder. Test processes take whole classes.
 */
class AllKeycloakIT {
  @Nested
  class SignIn extends KeycloakIT {}

  @Nested
  class Apps extends KeycloakAppsIT {}

  @Nested
  class Production extends KeycloakProductionIT {}

  @Nested
  class TwoGateways extends KeycloakGatewaysIT {}
}
