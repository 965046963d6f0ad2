package io.glebe.api.registry;

import static io.glebe.api.registry.StoreClient.DEVELOPER;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.util.Base64URL;
import io.glebe.core.json.Json;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests that the registry refuses: a problem document with each fault, and no app. */
class ManifestRefusalTest {
  private final StoreClient store = new StoreClient();

  /** The faults as {@code pointer rule}; no app has the name of the manifest then. */
  private List<String> faults(ObjectNode manifest) {
    HttpResponse<String> response = store.post(DEVELOPER, "/apps", manifest);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(store.get(DEVELOPER, "/apps?limit=1000").body())
        .doesNotContain(manifest.path("name").asText("no name"));
    List<String> faults = new ArrayList<>();
    for (JsonNode violation : StoreClient.json(response).path("violations")) {
      assertThat(violation.path("detail").asText()).isNotBlank();
      faults.add(violation.path("pointer").asText() + " " + violation.path("rule").asText());
    }
    return faults;
  }

  @Test
  void allFaultsAreReportedAtOnceEachAtItsPlace() {
    ObjectNode manifest = StoreClient.manifest();
    manifest.put("secret", "x").remove("description");
    manifest.withArray("redirectUris").add("http://app.example/x").add(7);
    manifest.withObject("/access/0").put("audience", "moon-api");
    manifest.withObject("/publicKeys/0").put("d", "AQAB");
    assertThat(faults(manifest))
        .containsExactlyInAnyOrder(
            "/secret unknown-member",
            "/description required",
            "/redirectUris/1 redirect-uri",
            "/redirectUris/2 redirect-uri",
            "/access/0/audience audience",
            "/publicKeys/0/d private-key");
  }

  @Test
  void anEmptyManifestMissesEveryMember() {
    assertThat(faults(Json.object()))
        .containsExactlyInAnyOrder(
            "/name required",
            "/description required",
            "/publicKeys required",
            "/redirectUris required",
            "/backChannelLogoutUri required",
            "/access required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
  void aPrivateKeyIsRefusedWithoutRepeatingIt(String member) {
    ObjectNode manifest = StoreClient.manifest();
    manifest.withObject("/publicKeys/0").put(member, "VerySecretNumber");
    assertThat(faults(manifest)).contains("/publicKeys/0/" + member + " private-key");
    assertThat(store.post(DEVELOPER, "/apps", manifest).body()).doesNotContain("VerySecretNumber");
  }

  @Test
  void aScopeAppearsOnlyOnceInAManifest() {
    ObjectNode twice =
        StoreClient.manifest(StoreClient.name(), StoreClient.pair(), "farm-read", "farm-read");
    assertThat(faults(twice)).containsExactly("/access/0/scopes/1 duplicate");
    ObjectNode apis = StoreClient.manifest();
    apis.withArray("access")
        .addObject()
        .put("audience", "farm-api")
        .putArray("scopes")
        .add("farm-read");
    assertThat(faults(apis))
        .containsExactlyInAnyOrder("/access/1/audience duplicate", "/access/1/scopes/0 duplicate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spatio-read", "openid", "*", "farm-read farm-write", "FARM-READ", ""})
  void aScopeBelongsToItsApi(String scope) {
    ObjectNode manifest = StoreClient.manifest(StoreClient.name(), StoreClient.pair(), scope);
    assertThat(faults(manifest)).containsExactly("/access/0/scopes/0 scope");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://app.example/*",
        "https://*.app.example/callback",
        "https://app.example/callback#part",
        "https://app.example/callback#",
        "https://user@app.example/callback",
        "https://user:word@app.example/callback",
        "https://app.example@evil.example/callback",
        "http://app.example/callback",
        "http://127.0.0.1.evil.example/callback",
        "http://127.0.0.2/callback",
        "http://2130706433/callback",
        "https://0x7f000001/callback",
        "HTTPS://app.example/callback",
        "https://APP.example/callback",
        "https://app.example./callback",
        "https://app.example:/callback",
        "https://app.example:70000/callback",
        "https://app.example/a/../callback",
        "https://app.example/a/%2e%2e/callback",
        "https://app.example\\\\@evil.example/",
        "https://app.example/call back",
        "https://äpp.example/callback",
        "https:///callback",
        "https:app.example",
        "//app.example/callback",
        "javascript:alert(1)",
        "myapp://callback",
        "urn:ietf:wg:oauth:2.0:oob",
        "",
        "https://app.example/%zz"
      })
  void aRedirectUriHasOneExactForm(String uri) {
    ObjectNode manifest = StoreClient.manifest();
    manifest.putArray("redirectUris").add(uri);
    assertThat(faults(manifest)).containsExactly("/redirectUris/0 redirect-uri");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:8000/callback",
        "http://[::1]:8000/callback",
        "http://localhost/callback",
        "https://app.example:8443/callback?x=%20y&z=a;b"
      })
  void loopbackAndExactAddressesAreAccepted(String uri) {
    ObjectNode manifest = StoreClient.manifest();
    manifest.putArray("redirectUris").add(uri);
    String app = store.register(manifest);
    assertThat(
            StoreClient.json(store.get(DEVELOPER, app + "/versions/1"))
                .at("/manifest/redirectUris/0")
                .asText())
        .isEqualTo(uri);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/logout",
        "https://localhost/logout",
        "https://10.1.2.3/logout",
        "https://172.16.0.1/logout",
        "https://192.168.1.1/logout",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/logout",
        "https://0.0.0.0/logout",
        "https://224.0.0.1/logout",
        "https://255.255.255.255/logout",
        "https://[::1]/logout",
        "https://[::]/logout",
        "https://[fe80::1]/logout",
        "https://[fd00::1]/logout",
        "https://[::ffff:10.0.0.1]/logout",
        "https://[64:ff9b::a00:1]/logout",
        "https://[2002:a00:1::]/logout",
        "https://nothing.invalid/logout",
        "http://203.0.113.7/logout",
        "http://127.0.0.1/logout"
      })
  void aLogoutAddressIsInThePublicInternet(String uri) {
    ObjectNode manifest = StoreClient.manifest().put("backChannelLogoutUri", uri);
    assertThat(faults(manifest)).containsExactly("/backChannelLogoutUri logout-uri");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "",
        " Field notes",
        "Field  notes",
        "Field notes ",
        "Field\\u200bnotes",
        "<b>Field</b>",
        "Field \\u202enotes",
        "Fi\\u0435ld",
        "Glebe",
        "The G1ebe app",
        "G L E B E",
        "Field/notes",
        "\\uff26ield notes"
      })
  void aNameIsPlain(String escaped) {
    String name = Json.parse("\"" + escaped + "\"").textValue();
    ObjectNode manifest = StoreClient.manifest().put("name", name).put("description", "x");
    HttpResponse<String> response = store.post(DEVELOPER, "/apps", manifest);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(422);
    assertThat(StoreClient.json(response).at("/violations/0/pointer").asText()).isEqualTo("/name");
  }

  @Test
  void aNameThatLooksLikeThatOfAnotherAppIsRefused() {
    String name = "Sol" + StoreClient.name();
    String app = store.register(StoreClient.manifest(name, StoreClient.pair(), "farm-read"));
    String alike = name.replace('o', '0').replace("Field", "FieId") + " ";
    ObjectNode imitation = StoreClient.manifest(alike.strip(), StoreClient.pair(), "farm-read");
    String draft = store.register(imitation);
    store.submit(app + "/versions/1");
    HttpResponse<String> late = store.as(DEVELOPER, "POST", draft + "/versions/1/submit", "");
    assertThat(late.statusCode()).as(late.body()).isEqualTo(409);
    assertThat(faults(StoreClient.manifest(spaced(alike), StoreClient.pair(), "farm-read")))
        .containsExactly("/name imitation");
    store.approve(app + "/versions/1");
    store.addVersion(app, StoreClient.manifest(alike.strip(), StoreClient.pair(), "farm-read"));
    store.withdraw(app);
    assertThat(faults(StoreClient.manifest(spaced(alike), StoreClient.pair(), "farm-read")))
        .as("the name of a withdrawn app stays reserved")
        .containsExactly("/name imitation");
  }

  private static String spaced(String name) {
    return name.strip().replace("S", "S ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kty": "RSA", "n": "%2048", "e": "AQAB", "alg": "PS256"} | /publicKeys/0/alg key-algorithm
          {"kty": "RSA", "n": "%1024", "e": "AQAB"}                 | /publicKeys/0/n weak-key
          {"kty": "RSA", "n": "%9000", "e": "AQAB"}                 | /publicKeys/0/n weak-key
          {"kty": "RSA", "n": "%2048", "e": "AQ"}                   | /publicKeys/0/e weak-key
          {"kty": "RSA", "n": "%2048", "e": "Ag"}                   | /publicKeys/0/e weak-key
          {"kty": "RSA", "n": "%2048", "e": "AQAB", "use": "enc"}   | /publicKeys/0/use key-use
          {"kty": "RSA", "n": "%2048", "e": "AQAB", "x5u": "https"} | /publicKeys/0/x5u unknown-member
          {"kty": "RSA", "n": "%2048", "e": "AQAB", "kid": "a b"}   | /publicKeys/0/kid key-id
          {"kty": "RSA", "n": 5, "e": "AQAB"}                       | /publicKeys/0/n type
          {"kty": "oct", "k": "AAAA"}                               | /publicKeys/0/kty key-type
          {"kty": "OKP", "crv": "Ed25519", "x": "AAAA"}             | /publicKeys/0/kty key-type
          {"kty": "EC", "crv": "P-256", "x": "AAAA", "y": "AAAA"}   | /publicKeys/0 key
          {"kty": "EC", "crv": "P-192", "x": "AAAA", "y": "AAAA"}   | /publicKeys/0 key
          {}                                                        | /publicKeys/0/kty key-type
          "key"                                                     | /publicKeys/0 type
          """)
  void aKeyIsPublicAndStrong(String text, String fault) {
    String json = text;
    for (int bits : new int[] {1024, 2048, 9000}) {
      json = json.replace("%" + bits, modulus(bits));
    }
    ObjectNode manifest = StoreClient.manifest();
    manifest.putArray("publicKeys").add(Json.parse(json));
    assertThat(faults(manifest)).contains(fault);
  }

  /** An odd number with that many bits that is divisible by 3. */
  private static String modulus(int bits) {
    BigInteger number = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
    while (number.mod(BigInteger.valueOf(3)).signum() != 0) {
      number = number.add(BigInteger.TWO);
    }
    return Base64URL.encode(number).toString();
  }

  @Test
  @Tag("GLEBE_REGISTRY_REDIRECTS")
  @Tag("GLEBE_REGISTRY_KEYS")
  void listsAreBounded() {
    ObjectNode manifest = StoreClient.manifest();
    for (int i = 0; i < 20; i++) {
      manifest.withArray("redirectUris").add("https://app.example/" + i);
    }
    for (int i = 0; i < 4; i++) {
      manifest.withArray("publicKeys").add(StoreClient.key(StoreClient.pair()));
    }
    assertThat(faults(manifest))
        .containsExactlyInAnyOrder("/redirectUris length", "/publicKeys length");
  }

  @Test
  void nothingIsListedTwice() {
    ObjectNode manifest = StoreClient.manifest();
    manifest.withArray("redirectUris").add(manifest.at("/redirectUris/0"));
    manifest.withArray("publicKeys").add(manifest.at("/publicKeys/0").deepCopy());
    assertThat(faults(manifest))
        .contains(
            "/redirectUris/1 duplicate", "/publicKeys/1 duplicate", "/publicKeys/1/kid duplicate");
  }

  @Test
  @Tag("GLEBE_REGISTRY_MANIFEST_BYTES")
  void aBodyThatIsTooLargeOrNoManifestIsRefused() {
    ObjectNode large = StoreClient.manifest().put("description", "x".repeat(70_000));
    assertThat(store.post(DEVELOPER, "/apps", large).statusCode()).isEqualTo(413);
    assertThat(store.as(DEVELOPER, "POST", "/apps", "[]").statusCode()).isEqualTo(400);
    assertThat(store.as(DEVELOPER, "POST", "/apps", "{").statusCode()).isEqualTo(400);
    assertThat(
            store.as(DEVELOPER, "POST", "/apps", "{\"name\": \"a\", \"name\": \"b\"}").statusCode())
        .isEqualTo(400);
  }
}
