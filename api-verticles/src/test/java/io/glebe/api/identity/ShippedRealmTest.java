package io.glebe.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The realm file for Keycloak has what the platform's default settings need. */
class ShippedRealmTest {
  private static final ScopeMap SCOPES =
      ScopeMap.parse(Settings.defaults().get(IdentitySettings.IDENTITY_SCOPES));

  private final ObjectNode realm;

  ShippedRealmTest() throws IOException {
    realm = Json.parseObject(Files.readAllBytes(KeycloakRealm.SHIPPED));
  }

  @Test
  void everyScopeOfThePlatformIsAClientScopeWithTheAudienceOfItsApi() {
    assertThat(KeycloakRealm.scopes(realm)).containsAll(SCOPES.all());
    SCOPES
        .names()
        .forEach(
            (audience, scopes) ->
                scopes.forEach(
                    scope ->
                        assertThat(scope(scope).toString())
                            .contains("\"included.client.audience\":\"" + audience + "\"")));
  }

  private ObjectNode scope(String name) {
    return (ObjectNode)
        realm
            .path("clientScopes")
            .valueStream()
            .filter(scope -> scope.path("name").asText().equals(name))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void everyApiAndTheClientsOfThePlatformAreClients() {
    List<String> clients =
        realm
            .path("clients")
            .valueStream()
            .map(client -> client.path("clientId").asText())
            .toList();
    assertThat(clients)
        .containsAll(SCOPES.audiences())
        .contains("glebe-console", Settings.defaults().get(IdentitySettings.REGISTRY_CLIENT));
  }

  @Test
  void theFileHasNoPersonAndNoSecret() {
    assertThat(realm.path("users").size()).as("the service account only").isEqualTo(1);
    assertThat(realm.toString()).contains("\"secret\":\"${GLEBE_REGISTRY_SECRET}\"");
    assertThat(realm.findValuesAsText("secret")).hasSize(1);
    assertThat(
            realm.has("components")
                && realm.path("components").has("org.keycloak.keys.KeyProvider"))
        .isFalse();
  }
}
