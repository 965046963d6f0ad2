package io.glebe.core.registry.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.core.registry.manifest.AppManifest;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenIdMetadataTest {
  private static final JWK KEY = key();

  private static JWK key() {
    try {
      return new ECKeyGenerator(Curve.P_384).generate().toPublicJWK();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ClientDescription client(boolean clientCredentials) {
    return new ClientDescription(
        "ext-1",
        3,
        "Row Notes",
        List.of(KEY),
        List.of(URI.create("https://app.example/callback")),
        URI.create("https://app.example/logout"),
        List.of(new AppManifest.ApiAccess("farm-api", List.of("farm-read"))),
        clientCredentials);
  }

  @Test
  void aClientIsConfidentialWithItsKeysAndWithTheGrantsOfItsManifestOnly() {
    ObjectNode json = OpenIdMetadata.of(client(false));
    assertThat(json.path("token_endpoint_auth_method").asText()).isEqualTo("private_key_jwt");
    assertThat(json.at("/jwks/keys/0/alg").asText()).isEqualTo("ES384");
    assertThat(json.at("/jwks/keys/0").has("d")).isFalse();
    assertThat(json.path("grant_types").toString())
        .contains("authorization_code", "refresh_token", "token-exchange")
        .doesNotContain("client_credentials", "password", "implicit");
    assertThat(json.path("response_types").toString()).isEqualTo("[\"code\"]");
    assertThat(json.path("scope").asText()).isEqualTo("email farm-read");
    assertThat(OpenIdMetadata.of(client(true)).path("grant_types").toString())
        .contains("client_credentials");
  }

  @Test
  void aRegistrationThatDiffersIsNotAccepted() {
    ClientDescription client = client(false);
    assertThat(OpenIdMetadata.difference(client, OpenIdMetadata.of(client))).isEmpty();
    assertThat(
            OpenIdMetadata.difference(
                client,
                OpenIdMetadata.of(client).put("token_endpoint_auth_method", "client_secret_basic")))
        .contains("another authentication");
    ObjectNode redirects = OpenIdMetadata.of(client);
    redirects.withArray("/redirect_uris").add("https://other.example/");
    assertThat(OpenIdMetadata.difference(client, redirects)).contains("other redirect URIs");
    assertThat(OpenIdMetadata.difference(client, OpenIdMetadata.of(client(true))))
        .contains("other grants");
    assertThat(
            OpenIdMetadata.difference(
                client, OpenIdMetadata.of(client).put("scope", "farm-reader")))
        .contains("fewer scopes");
  }

  @Test
  void secretsAreSentByHttpsOrOnThisMachineOnly() {
    ServiceAccount account = new ServiceAccount("glebe-registry", "secret");
    assertThatThrownBy(
            () ->
                new OpenIdRegistration(
                    URI.create("http://id.example/realm"), account, InstantSource.system()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("https");
    assertThat(account).hasToString("ServiceAccount[glebe-registry]");
  }
}
