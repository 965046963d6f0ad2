package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The compose files, as Compose itself reads them; no container engine is needed for that. */
class ComposeConfigTest {
  private static final Path DOCKER = Path.of("..", "docker").toAbsolutePath().normalize();
  private static final Path COMPOSE = Path.of("/usr/bin/docker-compose");
  private static final Map<String, String> FOLDERS =
      Map.of("TLS_FOLDER", "/etc/ssl", "CONSOLE_KEY_FILE", "/etc/ssl/console-key.pem");
  private static final List<String> VARIABLES =
      List.of(
          "FARM_URL",
          "FARM_HOST",
          "IDENTITY_URL",
          "IDENTITY_HOST",
          "CONSOLE_JWKS",
          "FIRST_ADMINISTRATOR",
          "POSTGRES_PASSWORD",
          "STORE_SECRET",
          "REGISTRY_SECRET",
          "KEYCLOAK_PASSWORD",
          "GRAFANA_PASSWORD");

  @ParameterizedTest
  @ValueSource(strings = {"compose.yaml", "compose.real.yaml"})
  void composeFindsNoFault(String file) throws IOException, InterruptedException {
    boolean present = Files.isExecutable(COMPOSE);
    assertThat(present || !"true".equals(System.getenv("CI"))).as("CI has docker-compose").isTrue();
    assumeThat(present).as("docker-compose is installed").isTrue();
    ProcessBuilder builder =
        new ProcessBuilder(
                COMPOSE.toString(), "-f", DOCKER.resolve(file).toString(), "config", "--quiet")
            .redirectErrorStream(true);
    builder.environment().putAll(FOLDERS);
    VARIABLES.forEach(name -> builder.environment().put(name, "sample"));
    Process compose = builder.start();
    String output = new String(compose.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compose.waitFor()).as(output).isZero();
  }
}
