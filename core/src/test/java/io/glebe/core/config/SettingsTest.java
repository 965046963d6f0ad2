package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.Settings.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @TempDir private Path folder;

  private Settings read(Map<String, String> environment, Map<String, String> flags) {
    return SettingsReader.read(environment, flags);
  }

  /**
   * Whoever changes a default changes the behaviour of running platforms, and must say so here too.
   */
  @Test
  void theDefaultsOfThePlatformArePinned() {
    Map<String, String> defaults =
        AllSettings.list().stream().collect(Collectors.toMap(Setting::name, Setting::defaultText));
    assertThat(defaults)
        .containsAllEntriesOf(
            Map.ofEntries(
                Map.entry("GLEBE_PROFILE", "development"),
                Map.entry("GLEBE_DATA_DIR", "./data"),
                Map.entry("GLEBE_SAMPLE", "true"),
                Map.entry("GLEBE_AREAS", "all"),
                Map.entry("GLEBE_LOG_FORMAT", "text"),
                Map.entry("GLEBE_LOG_LEVEL", "info"),
                Map.entry("GLEBE_HTTP_HOST", ""),
                Map.entry("GLEBE_HTTP_PORT", "8080"),
                Map.entry("GLEBE_DEV_EXPOSE", "false"),
                Map.entry("GLEBE_HTTP_NAMES", ""),
                Map.entry("GLEBE_HTTP_CERTIFICATE", ""),
                Map.entry("GLEBE_HTTP_KEY", ""),
                Map.entry("GLEBE_CERTIFICATE_INTERVAL", "10s"),
                Map.entry("GLEBE_HTTP_LOOPS", "0"),
                Map.entry("GLEBE_BASE_URL", ""),
                Map.entry("GLEBE_TRUST_FORWARDED", ""),
                Map.entry("GLEBE_MAX_BODY_BYTES", "4M"),
                Map.entry("GLEBE_MAX_UPLOAD_BYTES", "4G"),
                Map.entry("GLEBE_IDLE_TIMEOUT", "75s"),
                Map.entry("GLEBE_DRAIN_TIMEOUT", "20s"),
                Map.entry("GLEBE_CORS_ORIGINS", "*"),
                Map.entry("GLEBE_CORS_METHODS", "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS"),
                Map.entry("GLEBE_ACCESS_LOG", "true"),
                Map.entry("GLEBE_KNOWN_ADDRESSES", "4096"),
                Map.entry(
                    "GLEBE_RATE_LIMITS",
                    "farm=3000000,spatio=6000000,sensor=3000000,root=3000000,identity=12000"),
                Map.entry("GLEBE_OPEN_OPS", "false"),
                Map.entry("GLEBE_DATABASE_URL", ""),
                Map.entry("GLEBE_DATABASE_POOL", "16"),
                Map.entry("GLEBE_DATABASE_BACKGROUND_POOL", "4"),
                Map.entry("GLEBE_DATABASE_WAITERS", "2000"),
                Map.entry("GLEBE_DATABASE_WAIT", "10s"),
                Map.entry("GLEBE_ZARR_URL", ""),
                Map.entry("GLEBE_BLOBS_URL", ""),
                Map.entry("GLEBE_IDENTITY_ISSUER", ""),
                Map.entry("GLEBE_BRAKE_FAILURES", "20"),
                Map.entry("GLEBE_BRAKE_LONGEST", "1m"),
                Map.entry("GLEBE_BRAKE_QUIET", "15m"),
                Map.entry("GLEBE_VOCABULARY_BYTES", "8G"),
                Map.entry("GLEBE_VOCABULARY_RATIO", "100"),
                Map.entry("GLEBE_DEV_TOKEN", "glebe-dev-token"),
                Map.entry("GLEBE_RECORDS_UNKNOWN_ATTRIBUTES", "keep"),
                Map.entry("GLEBE_CHANGE_STREAMS", "1000"),
                Map.entry("GLEBE_MQTT_HOST", ""),
                Map.entry("GLEBE_MQTTS_PORT", "8883"),
                Map.entry("GLEBE_MQTT_PORT", "1883"),
                Map.entry("GLEBE_MQTT_BROKER", ""),
                Map.entry("GLEBE_PARTNER_URL", "")));
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
  void flagsWinOverEnvironmentOverFileOverDefaults() throws IOException {
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
    assertThat(settings.get(AllSettings.HTTP_LOOPS)).isEqualTo(1);
    assertThat(settings.origin(AllSettings.HTTP_LOOPS)).isEqualTo(Origin.FLAG);
    assertThat(settings.get(AllSettings.HTTP_PORT)).isEqualTo(2);
    assertThat(settings.origin(AllSettings.HTTP_PORT)).isEqualTo(Origin.ENVIRONMENT);
    assertThat(settings.get(AllSettings.DATABASE_POOL)).isEqualTo(5);
    assertThat(settings.origin(AllSettings.DATABASE_POOL)).isEqualTo(Origin.FILE);
    assertThat(settings.get(AllSettings.IDLE_TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.origin(AllSettings.SAMPLE)).isEqualTo(Origin.DEFAULT);
  }

  @Test
  void anUnknownNameIsRefusedWithTheNearestKnownOne() {
    assertThatThrownBy(() -> read(Map.of("GLEBE_HTP_PORT", "1"), Map.of()))
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(
            "unknown setting GLEBE_HTP_PORT in the environment; did you mean GLEBE_HTTP_PORT?");
  }

  @Test
  void anUnknownNameInTheFileIsRefusedToo() throws IOException {
    Path file = Files.writeString(folder.resolve("my.properties"), "http.prot=1\n");
    assertThatThrownBy(() -> read(Map.of("GLEBE_CONFIG", file.toString()), Map.of()))
        .hasMessageContaining(
            "GLEBE_HTTP_PROT in the settings file; did you mean GLEBE_HTTP_PORT?");
  }

  @Test
  void aNamedFileThatIsMissingIsRefused() {
    Path missing = folder.resolve("none.properties");
    assertThatThrownBy(() -> read(Map.of("GLEBE_CONFIG", missing.toString()), Map.of()))
        .hasMessageContaining("cannot read the settings file");
  }

  @Test
  void allFaultsAreToldAtOnce() {
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
  void secretsComeFromFilesAndAreMasked() throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), "hush\n");
    Settings settings = read(Map.of("GLEBE_DEV_TOKEN_FILE", file.toString()), Map.of());
    assertThat(settings.get(AllSettings.DEV_TOKEN)).isEqualTo(Optional.of("hush"));
    assertThat(settings.shown(AllSettings.DEV_TOKEN)).isEqualTo("******");
    assertThat(settings.shown(AllSettings.HTTP_PORT)).isEqualTo("8080");
  }

  @Test
  void onlySecretsComeFromFiles() {
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
  void unitsOfBytesAndListsAreUnderstood() {
    Settings settings =
        read(Map.of("GLEBE_MAX_BODY_BYTES", "16k", "GLEBE_AREAS", " farm , ops,"), Map.of());
    assertThat(settings.get(AllSettings.MAX_BODY_BYTES)).isEqualTo(16L * 1024);
    assertThat(settings.get(AllSettings.AREAS)).isEqualTo(List.of("farm", "ops"));
    assertThatThrownBy(() -> read(Map.of("GLEBE_MAX_BODY_BYTES", "99999999999G"), Map.of()))
        .isInstanceOf(InvalidSettings.class);
  }

  @Test
  void everybodyAsATrustedProxyIsRefusedWithWhatToWrite() {
    assertThatThrownBy(() -> read(Map.of("GLEBE_TRUST_FORWARDED", "true"), Map.of()))
        .hasMessageContaining("GLEBE_TRUST_FORWARDED: \"true\"")
        .hasMessageContaining("write the addresses of the proxies, such as 127.0.0.1");
    assertThatThrownBy(() -> read(Map.of("GLEBE_TRUST_FORWARDED", "proxy.example"), Map.of()))
        .hasMessageContaining("proxy.example is none");
    assertThat(
            read(Map.of("GLEBE_TRUST_FORWARDED", "false"), Map.of())
                .get(AllSettings.TRUST_FORWARDED)
                .isEmpty())
        .isTrue();
  }

  @Test
  void theProfileIsAClosedChoice() {
    assertThat(read(Map.of("GLEBE_PROFILE", "Production"), Map.of()).development()).isFalse();
    assertThatThrownBy(() -> read(Map.of("GLEBE_PROFILE", "prod"), Map.of()))
        .hasMessageContaining("development or production");
  }
}
