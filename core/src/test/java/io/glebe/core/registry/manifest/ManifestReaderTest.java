package io.glebe.core.registry.manifest;

import static io.glebe.core.registry.manifest.ManifestFixture.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
  private final ObjectNode json = manifest("Field notes");

  private static AppManifest read(ObjectNode json) {
    return ManifestReader.read(json, ManifestFixture.rules());
  }

  private static Problem refusal(ObjectNode json) {
    Problem refused = catchThrowableOfType(Problem.class, () -> read(json));
    assertThat(refused).as("refusal").isNotNull();
    assertThat(refused.type()).isEqualTo(ProblemType.INVALID_RECORD);
    return refused;
  }

  private static List<String> faults(ObjectNode json) {
    return ManifestFixture.faults(refusal(json));
  }

  @Test
  void anAcceptedManifestIsStoredAndReadAgainUnchanged() {
    json.put("clientCredentials", true);
    json.withArray("redirectUris").add("http://127.0.0.1:8000/callback");
    ObjectNode api = json.withArray("access").addObject().put("audience", "spatio-api");
    api.putArray("scopes").add("spatio-read");

    AppManifest manifest = read(json);

    assertThat(manifest.toJson()).isEqualTo(json);
    assertThat(manifest.scopes()).containsExactlyInAnyOrder("farm-read", "spatio-read");
    AppManifest stored = StoredManifest.of(manifest.toJson());
    assertThat(stored.toJson()).isEqualTo(json);
    assertThat(stored.clientCredentials()).isTrue();
    assertThat(stored.publicKeys()).isEqualTo(manifest.publicKeys());
  }

  @Test
  void anAppWorksForPeopleOnlyUnlessItAsks() {
    AppManifest manifest = read(json);

    assertThat(manifest.clientCredentials()).isFalse();
    assertThat(manifest.toJson().has("clientCredentials")).isFalse();
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

  @Test
  void allFaultsAreReportedAtOnceEachAtItsPlace() {
    json.put("name", 7).put("clientCredentials", "yes").put("a/b~c", 1);
    json.put("description", "right\u202eleft");
    json.withArray("redirectUris").add("http://app.example/x").add(7);
    json.put("backChannelLogoutUri", "https://nothing.invalid/logout");
    json.withObject("/access/0").put("audience", "moon-api").put("realm", "x");
    json.withArray("access").add("farm-api");
    json.withObject("/publicKeys/0").put("d", "AQAB");

    assertThat(faults(json))
        .containsExactlyInAnyOrder(
            "/a~1b~0c unknown-member",
            "/name type",
            "/description description",
            "/redirectUris/1 redirect-uri",
            "/redirectUris/2 redirect-uri",
            "/backChannelLogoutUri logout-uri",
            "/access/0/realm unknown-member",
            "/access/0/audience audience",
            "/access/1 type",
            "/publicKeys/0/d private-key",
            "/clientCredentials type");
  }

  @Test
  void theNearestMemberIsSuggested() {
    json.set("redirectUri", json.get("redirectUris"));

    assertThat(refusal(json).detail()).contains("did you mean redirectUris?");
  }

  @Test
  void aLongUnknownMemberIsShownShortened() {
    json.put("x".repeat(5000), 1);

    assertThat(faults(json)).containsExactly("/" + "x".repeat(60) + " unknown-member");
  }

  @Test
  void listsAreBounded() {
    for (int i = 0; i < 3; i++) {
      json.withArray("redirectUris").add("https://app.example/" + i);
    }
    JWK pair = ManifestFixture.pair();
    json.withArray("publicKeys").add(ManifestFixture.publicPart(pair));
    json.withArray("publicKeys").add(ManifestFixture.publicPart(pair));
    json.putArray("access");

    assertThat(faults(json))
        .containsExactlyInAnyOrder("/redirectUris length", "/publicKeys length", "/access length");
  }

  @Test
  void aKeyIsListedOnceAlsoWithAnotherId() {
    ObjectNode first = json.withObject("/publicKeys/0").put("kid", "first");
    json.withArray("publicKeys").add(first.deepCopy().put("kid", "second"));

    assertThat(faults(json)).containsExactly("/publicKeys/1 duplicate");
  }

  @Test
  void twoKeysHaveTwoIds() {
    json.withObject("/publicKeys/0").put("kid", "one");
    json.withArray("publicKeys")
        .add(ManifestFixture.publicPart(ManifestFixture.pair()).put("kid", "one"));

    assertThat(faults(json)).containsExactly("/publicKeys/1/kid duplicate");
  }

  @Test
  void aRedirectUriIsListedOnce() {
    json.withArray("redirectUris").add("https://app.example/callback");

    assertThat(faults(json)).containsExactly("/redirectUris/1 duplicate");
  }

  @Test
  void aScopeAppearsOnlyOnceInAManifest() {
    json.withArray("/access/0/scopes").add("farm-read");
    ObjectNode again = json.withArray("access").addObject().put("audience", "farm-api");
    again.putArray("scopes").add("farm-read");

    assertThat(faults(json))
        .containsExactlyInAnyOrder(
            "/access/0/scopes/1 duplicate",
            "/access/1/audience duplicate",
            "/access/1/scopes/0 duplicate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spatio-read", "openid", "*", "farm-read farm-write", "FARM-READ", ""})
  void aScopeBelongsToItsApi(String scope) {
    json.withObject("/access/0").putArray("scopes").add(scope);

    assertThat(faults(json)).containsExactly("/access/0/scopes/0 scope");
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "a\u0007b", "a\u200bb", "half \ud800"})
  void aDescriptionHasVisibleCharacters(String description) {
    json.put("description", description);

    assertThat(faults(json)).containsExactly("/description description");
  }

  @Test
  void aDescriptionHasLinesAndAtMost2000Characters() {
    assertThat(read(json.put("description", "a\nb")).description()).isEqualTo("a\nb");
    assertThat(read(json.put("description", "x".repeat(2000))).description()).hasSize(2000);
    assertThat(faults(json.put("description", "x".repeat(2001))))
        .containsExactly("/description description");
  }
}
