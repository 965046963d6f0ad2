package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.RunningFile;
import io.glebe.api.registry.StoreClient;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppsCommandTest {
  private static final String ADDRESS = TestPlatform.shared().platform().address();

  @TempDir private Path data;

  @BeforeEach
  void running() throws IOException {
    RunningFile.write(data, Json.object().put("http", ADDRESS));
  }

  private Path written(ObjectNode manifest) throws IOException {
    return Files.writeString(data.resolve("manifest.json"), Json.write(manifest));
  }

  private Glebe.CommandResult apps(String... arguments) {
    List<String> all = new ArrayList<>(List.of("apps", "--data", data.toString()));
    all.addAll(List.of(arguments));
    return Glebe.run(all.toArray(String[]::new));
  }

  private static String app(Glebe.CommandResult result) {
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("app     ");
    return result.out().lines().findFirst().orElseThrow().substring("app     ".length());
  }

  @Test
  void oneLineRegistersAnAppWithTheDevelopmentIdentityAndShowsItsClientId() throws IOException {
    Path file = written(StoreClient.manifest());
    Glebe.CommandResult result = apps("register", file.toString());
    String app = app(result);
    assertThat(result.out().lines())
        .containsExactly(
            "app     " + app,
            "client  ext-" + app,
            "state   ENABLED",
            "export CLIENT_ID=ext-" + app + " ISSUER=" + ADDRESS + "/dev/identity");
    assertThat(
            TestPlatform.shared()
                .platform()
                .developmentIdentity()
                .orElseThrow()
                .clients()
                .find("ext-" + app))
        .isPresent();
    assertThat(apps("show", app).out()).contains("APPROVED", "ENABLED");
  }

  @Test
  void anAppWithRestrictedScopesIsApprovedByTwo() throws IOException {
    Path file =
        written(
            StoreClient.manifest(
                StoreClient.name(), StoreClient.pair(), "farm-read", "farm-write"));
    assertThat(apps("register", file.toString()).out()).contains("state   ENABLED");
  }

  @Test
  void withATokenTheAppIsSubmittedAndReviewersDecide() throws IOException {
    Path token =
        Files.writeString(
            data.resolve("token"), new StoreClient().token("developer", "glebe-cli") + "\n");
    Path file = written(StoreClient.manifest());
    Glebe.CommandResult result =
        apps("register", file.toString(), "--store=" + ADDRESS + "/store", "--token-file=" + token);
    String app = app(result);
    assertThat(result.out()).contains("state   SUBMITTED");
    String next = result.out().lines().reduce((first, second) -> second).orElseThrow();
    assertThat(next).startsWith("./glebe apps show " + app);
    Glebe.CommandResult shown = Glebe.run(next.replace("./glebe ", "").split(" "));
    assertThat(shown.out()).contains("state   REGISTERED", "client state   NONE");
    assertThat(result.out()).doesNotContain(Files.readString(token).strip());
  }

  @Test
  void everyFaultOfAManifestIsPrintedAndNothingIsRegistered() throws IOException {
    ObjectNode manifest = StoreClient.manifest();
    manifest.putArray("redirectUris").add("https://*.example/x");
    manifest.put("secret", 1);
    Glebe.CommandResult result = apps("register", written(manifest).toString());
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("/redirectUris/0", "/secret", "the platform refused");
  }

  @Test
  void aNewKeyIsPrivateToItsOwnerAndItsPublicPartFitsAManifest() throws IOException {
    Path file = data.resolve("key.json");
    Glebe.CommandResult made = apps("new-key", file.toString());
    assertThat(made.err()).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Json.parseObject(Files.readString(file)).has("d")).isTrue();
    ObjectNode publicKeys = Json.parseObject(made.out());
    assertThat(publicKeys.at("/keys/0").has("d")).isFalse();
    ObjectNode manifest = StoreClient.manifest();
    manifest.set("publicKeys", publicKeys.path("keys"));
    app(apps("register", written(manifest).toString()));
    String before = Files.readString(file);
    assertThat(apps("new-key", file.toString()).code()).isEqualTo(1);
    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void wrongUseIsRefusedBeforeAnythingIsSent() throws IOException {
    String file = written(StoreClient.manifest()).toString();
    Glebe.CommandResult noToken = apps("register", file, "--store=https://farm.example/store");
    assertThat(noToken.code()).isEqualTo(2);
    assertThat(noToken.err()).contains("--token-file");
    Glebe.CommandResult plain =
        apps("register", file, "--store=http://farm.example/store", "--token-file=" + file);
    assertThat(plain.code()).isEqualTo(2);
    assertThat(plain.err()).contains("https");
    assertThat(apps("register", data.resolve("none").toString()).code()).isEqualTo(1);
  }
}
