package io.glebe.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.Settings.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir private Path folder;

  private Settings read(Map<String, String> environment, Map<String, String> flags) {
    return SettingsReader.read(environment, flags);
  }

  /**
   * A changed default changes the behaviour of running platforms, so the pinned list must be
   * changed too.
   */
  @Test
  void theDefaultsMatchThePinnedList() throws IOException {
    try (InputStream pinned = SettingsTest.class.getResourceAsStream("defaults.txt")) {
      assertThat(AllSettings.list().stream().map(s -> s.name() + "=" + s.defaultText()))
          .containsExactlyElementsOf(new String(pinned.readAllBytes(), UTF_8).lines().toList());
    }
  }

  @Test
  void everyDefaultParsesAndEverySettingHasAMeaning() {
    for (Setting<?> setting : AllSettings.list()) {
      assertThat(Settings.defaults().get(setting)).as(setting.name()).isNotNull();
      assertThat(setting.meaning()).as(setting.name()).isNotBlank();
      assertThat(setting.name()).matches("GLEBE_[A-Z0-9_]+");
    }
    assertThat(AllSettings.list().stream().map(Setting::name)).doesNotHaveDuplicates();
  }

  @Test
  void flagsOverrideEnvironmentThenFileThenDefaults() throws IOException {
    Files.writeString(
        folder.resolve("glebe.properties"),
        "http.port=1\nGLEBE_HTTP_LOOPS=3\ndatabase.pool = 5\nidle-timeout=5m\n");
    Settings settings =
        read(
            Map.of(
                "GLEBE_DATA_DIR",
                folder.toString(),
                "GLEBE_HTTP_PORT",
                "2",
                "GLEBE_HTTP_LOOPS",
                "2",
                "PATH",
                "x"),
            Map.of("GLEBE_HTTP_LOOPS", "1"));
    assertThat(settings.get(HttpSettings.HTTP_LOOPS)).isEqualTo(1);
    assertThat(settings.origin(HttpSettings.HTTP_LOOPS)).isEqualTo(Origin.FLAG);
    assertThat(settings.get(HttpSettings.HTTP_PORT)).isEqualTo(2);
    assertThat(settings.origin(HttpSettings.HTTP_PORT)).isEqualTo(Origin.ENVIRONMENT);
    assertThat(settings.get(StorageSettings.DATABASE_POOL)).isEqualTo(5);
    assertThat(settings.origin(StorageSettings.DATABASE_POOL)).isEqualTo(Origin.FILE);
    assertThat(settings.get(HttpSettings.IDLE_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.origin(ProcessSettings.SAMPLE)).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void anUnknownNameIsRejectedWithTheNearestKnownName() {
    assertThatThrownBy(() -> read(Map.of("GLEBE_HTP_PORT", "1"), Map.of()))
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "unknown setting GLEBE_HTP_PORT in the environment; did you mean GLEBE_HTTP_PORT?");
  }

  @Test
  void anUnknownNameInTheFileIsRejected() throws IOException {
    Path file = Files.writeString(folder.resolve("my.properties"), "http.prot=1\n");
    assertThatThrownBy(() -> read(Map.of("GLEBE_CONFIG", file.toString()), Map.of()))
        .hasMessageContaining(
            "GLEBE_HTTP_PROT in the settings file; did you mean GLEBE_HTTP_PORT?");
  }

  @Test
  void aMissingSettingsFileIsRejected() {
    Path missing = folder.resolve("none.properties");
    assertThatThrownBy(() -> read(Map.of("GLEBE_CONFIG", missing.toString()), Map.of()))
        .hasMessageContaining("cannot read the settings file");
  }

  @Test
  void allErrorsAreReportedTogether() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of(
                        "GLEBE_HTTP_PORT",
                        "70000",
                        "GLEBE_SAMPLE",
                        "maybe",
                        "GLEBE_DRAIN_TIMEOUT",
                        "5"),
                    Map.of()))
        .hasMessageContaining("GLEBE_HTTP_PORT: \"70000\" must lie between 0 and 65535")
        .hasMessageContaining("GLEBE_SAMPLE: \"maybe\" must be true or false")
        .hasMessageContaining("GLEBE_DRAIN_TIMEOUT: \"5\" must be a number with one of the units");
  }

  @Test
  void bytesAndDurationsCanHaveALeastAndAMost() {
    assertThatThrownBy(
            () ->
                read(
                    Map.of("GLEBE_MQTT_PACKET_BYTES", "2M", "GLEBE_MQTT_CONNECT_TIMEOUT", "99ms"),
                    Map.of()))
        .hasMessageContaining("GLEBE_MQTT_PACKET_BYTES: \"2M\" must lie between 1k and 1M")
        .hasMessageContaining(
            "GLEBE_MQTT_CONNECT_TIMEOUT: \"99ms\" must lie between 100ms and 10m");
  }

  @Test
  void secretsComeFromFilesAndAreMasked() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "hush\n");
    Settings settings = read(Map.of("GLEBE_DEV_TOKEN_FILE", file.toString()), Map.of());
    assertThat(settings.get(IdentitySettings.DEV_TOKEN)).isEqualTo(Optional.of("hush"));
    assertThat(settings.shown(IdentitySettings.DEV_TOKEN)).isEqualTo("******");
    assertThat(settings.shown(HttpSettings.HTTP_PORT)).isEqualTo("8080");
  }

  @Test
  void onlySecretsCanComeFromFiles() {
    assertThatThrownBy(() -> read(Map.of("GLEBE_HTTP_PORT_FILE", "x"), Map.of()))
        .hasMessageContaining("unknown setting GLEBE_HTTP_PORT_FILE");
  }

  @Test
  void aSecretAndItsFileExcludeEachOther() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "hush");
    assertThatThrownBy(
            () ->
                read(
                    Map.of("GLEBE_DEV_TOKEN", "a", "GLEBE_DEV_TOKEN_FILE", file.toString()),
                    Map.of()))
        .hasMessageContaining("both set");
  }

  @Test
  void aBadSecretIsNotRepeatedInTheMessage() {
    Setting<Integer> pin =
        new Setting<>("GLEBE_PIN", "number", "1", "a pin", true, Integer::parseInt);
    assertThatThrownBy(() -> Settings.defaults().with(pin, "4711x"))
        .hasMessageContaining("GLEBE_PIN: the secret");
  }

  @Test
  void byteUnitsAndListsAreParsed() {
    Settings settings =
        read(Map.of("GLEBE_MAX_BODY_BYTES", "16k", "GLEBE_AREAS", " farm , ops,"), Map.of());
    assertThat(settings.get(HttpSettings.MAX_BODY_BYTES)).isEqualTo(16L * 1024);
    assertThat(settings.get(ProcessSettings.AREAS)).isEqualTo(List.of("farm", "ops"));
    assertThatThrownBy(() -> read(Map.of("GLEBE_MAX_BODY_BYTES", "99999999999G"), Map.of()))
        .isInstanceOf(InvalidSettings.class);
  }

  @Test
  void trustingAllProxiesIsRejectedWithAnExample() {
    assertThatThrownBy(() -> read(Map.of("GLEBE_TRUST_FORWARDED", "true"), Map.of()))
        .hasMessageContaining("GLEBE_TRUST_FORWARDED: \"true\"")
        .hasMessageContaining("write the addresses of the proxies, such as 127.0.0.1");
    assertThatThrownBy(() -> read(Map.of("GLEBE_TRUST_FORWARDED", "proxy.example"), Map.of()))
        .hasMessageContaining("proxy.example is none");
    assertThat(
            read(Map.of("GLEBE_TRUST_FORWARDED", "false"), Map.of())
                .get(HttpSettings.TRUST_FORWARDED)
                .isEmpty())
        .isTrue();
  }

  @Test
  void onlyKnownProfilesAreAccepted() {
    assertThat(read(Map.of("GLEBE_PROFILE", "Production"), Map.of()).development()).isFalse();
    assertThatThrownBy(() -> read(Map.of("GLEBE_PROFILE", "prod"), Map.of()))
        .hasMessageContaining("development or production");
  }
}
