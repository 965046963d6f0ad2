package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.infrastructure.StoreAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The compose file of all parts and the Helm chart, against the settings that exist. */
class InstallationFilesTest {
  private static final Path DOCKER = Path.of("..", "docker").toAbsolutePath().normalize();
  private static final Path CHART = DOCKER.resolve("helm/glebe");
  private static final Pattern SETTING = Pattern.compile("\\bGLEBE_[A-Z0-9_]+");
  private static final Pattern VALUE = Pattern.compile("\\.Values((?:\\.\\w+)+)");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:\\?[^}]*)?}");

  /** Variables of the realm file of Keycloak and the folder of the image. */
  private static final Set<String> OTHERS = Set.of("GLEBE_URL", "GLEBE_CONSOLE_JWKS");

  private static final Map<String, String> SAMPLES =
      Map.of("FARM_URL", "https://farm.example", "IDENTITY_URL", "https://id.example");

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new YAMLMapper().readTree(text(file));
  }

  private static JsonNode services() throws IOException {
    return yaml(DOCKER.resolve("compose.real.yaml")).path("services");
  }

  /** What all gateways have in common. */
  private static JsonNode gateway() throws IOException {
    return yaml(DOCKER.resolve("gateway.yaml")).path("services").path("gateway");
  }

  private static Set<String> matches(Pattern pattern, int group, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult one) -> one.group(group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The settings of an object of YAML, with values for the variables of compose. */
  private static Map<String, String> settings(JsonNode environment) {
    Map<String, String> settings = new HashMap<>();
    environment
        .properties()
        .forEach(
            one ->
                settings.put(
                    one.getKey(),
                    VARIABLE
                        .matcher(one.getValue().asText())
                        .replaceAll(name -> SAMPLES.getOrDefault(name.group(1), "sample"))));
    settings.remove("GLEBE_CONSOLE_KEY_FILE"); // the file is a secret of the container
    return settings;
  }

  @Test
  void everySettingInTheFilesExists() throws IOException {
    Set<String> known =
        AllSettings.list().stream()
            .map(Setting::name)
            .collect(Collectors.toCollection(TreeSet::new));
    known.addAll(OTHERS);
    Set<String> unknown = new TreeSet<>();
    try (Stream<Path> files = Files.walk(DOCKER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String name : matches(SETTING, 0, text(file))) {
          if (!known.contains(name) && !known.contains(name.replaceFirst("_FILE$", ""))) {
            unknown.add(name + " in " + DOCKER.relativize(file));
          }
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void thePlatformAcceptsTheValuesOfTheComposeFile() throws IOException {
    for (String name : List.of("gateway-1", "gateway-3")) {
      Map<String, String> settings = settings(gateway().path("environment"));
      settings.putAll(settings(services().path(name).path("environment")));
      requireAccepted(name, settings);
    }
  }

  /** Values and the addresses in them. */
  private static void requireAccepted(String name, Map<String, String> settings) {
    assertThatCode(
            () -> {
              Settings read = SettingsReader.read(settings, Map.of());
              assertThat(DatabaseAddress.of(read)).isPresent();
              DatabaseAddress.ofReplica(read);
              assertThat(StoreAddress.of(read, StorageSettings.ZARR_URL)).isPresent();
              assertThat(StoreAddress.of(read, StorageSettings.BLOBS_URL)).isPresent();
            })
        .as(name)
        .doesNotThrowAnyException();
  }

  @Test
  void gatewaysAcceptTheHostNamesThatPrometheusCallsThemBy() throws IOException {
    List<String> names =
        List.of(gateway().path("environment").path("GLEBE_HTTP_NAMES").asText().split(",", -1));
    Set<String> hosts =
        matches(
            Pattern.compile("(gateway-\\d+):8080"),
            1,
            text(DOCKER.resolve("prometheus/prometheus.yaml")));
    assertThat(hosts).hasSize(3);
    assertThat(names).containsAll(hosts);
  }

  @Test
  void thePlatformAcceptsTheValuesOfTheChart() throws IOException {
    JsonNode values = yaml(CHART.resolve("values.yaml"));
    Map<String, String> settings = settings(values.path("settings"));
    settings.putAll(settings(values.path("secrets")));
    settings.put("GLEBE_BASE_URL", "https://" + values.path("host").asText());
    settings.put("GLEBE_TRUST_FORWARDED", values.path("trustForwarded").asText());
    requireAccepted("chart", settings);
  }

  @Test
  void everyFileAndVolumeOfTheComposeFileExists() throws IOException {
    JsonNode compose = yaml(DOCKER.resolve("compose.real.yaml"));
    for (JsonNode service : compose.path("services")) {
      for (JsonNode volume : service.path("volumes")) {
        String source = volume.asText().split(":", 2)[0];
        if (source.startsWith("./")) {
          assertThat(DOCKER.resolve(source)).exists();
        } else if (!source.startsWith("$")) {
          assertThat(compose.path("volumes").has(source)).as(source).isTrue();
        }
      }
      service
          .path("depends_on")
          .fieldNames()
          .forEachRemaining(name -> assertThat(compose.path("services").has(name)).isTrue());
      JsonNode extended = service.path("extends");
      if (!extended.isMissingNode()) {
        assertThat(DOCKER.resolve(extended.path("file").asText())).hasFileName("gateway.yaml");
        assertThat(gateway().has("depends_on"))
            .as("a service that depends on others cannot be extended")
            .isFalse();
      } else {
        assertThat(service.path("mem_limit").asText()).matches("\\d+g");
        assertThat(service.path("restart").asText()).isEqualTo("unless-stopped");
      }
    }
  }

  @Test
  void gatewaysOfTheComposeFileHaveNoMoreRightsThanTheyNeed() throws IOException {
    JsonNode gateway = gateway();
    assertThat(gateway.path("read_only").asBoolean()).isTrue();
    assertThat(gateway.path("user").asText()).isEqualTo("10001:10001");
    assertThat(gateway.path("cap_drop").path(0).asText()).isEqualTo("ALL");
    assertThat(gateway.has("ports")).as("clients come through nginx").isFalse();
  }

  @Test
  void everyValueOfTheTemplatesIsInTheValuesOfTheChart() throws IOException {
    JsonNode values = yaml(CHART.resolve("values.yaml"));
    assertThat(yaml(CHART.resolve("Chart.yaml")).path("apiVersion").asText()).isEqualTo("v2");
    StringBuilder templates = new StringBuilder();
    try (Stream<Path> files = Files.list(CHART.resolve("templates"))) {
      files.forEach(file -> templates.append(text(file)));
    }
    Set<String> used = matches(VALUE, 1, templates.toString());
    assertThat(used).hasSizeGreaterThan(15);
    for (String name : used) {
      JsonNode value = values;
      for (String part : name.substring(1).split("\\.", -1)) {
        assertThat(value.has(part)).as(name).isTrue();
        value = value.path(part);
      }
    }
    assertThat(templates)
        .contains(
            "kind: Deployment",
            "kind: PodDisruptionBudget",
            "kind: HorizontalPodAutoscaler",
            "kind: NetworkPolicy",
            "kind: Secret",
            "path: /health/live",
            "path: /health/ready",
            "readOnlyRootFilesystem: true");
    assertThat(templates.toString().split("\\{\\{-? *(if|range)", -1))
        .as("each block ends")
        .hasSameSizeAs(templates.toString().split("\\{\\{-? *end", -1));
  }
}
