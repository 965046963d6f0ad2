package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Checks the Dockerfile and the compose file; a test cannot build the image itself. */
class ContainerFilesIT {
  private static final Pattern CONTINUED = Pattern.compile("\\\\\n\\s*");

  private static Path docker(String file) {
    return Release.repository().resolve("docker").resolve(file);
  }

  /** The instructions of the Dockerfile, one per line, without comments. */
  private static List<String> dockerfile() throws IOException {
    String text = CONTINUED.matcher(Files.readString(docker("Dockerfile"))).replaceAll("");
    return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
  }

  /** The instructions of the last stage, which is the image that runs. */
  private static List<String> lastStage() throws IOException {
    List<String> all = dockerfile();
    int from = 0;
    for (int index = 0; index < all.size(); index++) {
      from = all.get(index).startsWith("FROM ") ? index : from;
    }
    return all.subList(from, all.size());
  }

  private static JsonNode compose() throws IOException {
    return new YAMLMapper().readTree(Files.readString(docker("compose.yaml")));
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  @Test
  void theImageIsBuiltWithANodeVersionThatTheConsoleSupports() throws Exception {
    assertThat(dockerfile())
        .anyMatch(line -> line.matches("FROM node:(2[2-9]|[3-9]\\d)\\S* AS node"))
        .anyMatch(line -> line.startsWith("COPY --from=node /usr/local/bin/node "))
        .noneMatch(line -> line.matches(".*apt-get install.*\\b(nodejs|npm)\\b.*"))
        .anyMatch(line -> line.startsWith("RUN") && line.contains("./glebe package"));
  }

  @Test
  void theImageRunsThePackageAsAFixedUserWithWriteAccessToItsDataOnly() throws Exception {
    assertThat(lastStage())
        .contains(
            "COPY --from=build /opt/glebe /opt/glebe",
            "USER 10001:10001",
            "VOLUME /data",
            "EXPOSE 8080 8883",
            "ENTRYPOINT [\"/opt/glebe/bin/glebe\"]",
            "CMD [\"run\"]")
        .anyMatch(line -> line.startsWith("HEALTHCHECK ") && line.contains("/health/ready"))
        .anyMatch(line -> line.startsWith("ENV ") && line.contains("GLEBE_CACHE_DIR=/data/cache"));
    assertThat(lastStage())
        .as("flags come from jvm.options")
        .noneMatch(line -> line.contains("-X"));
  }

  @Test
  void composeStartsThePlatformAndItsDatabase() throws Exception {
    String first = Files.readAllLines(docker("compose.yaml")).getFirst();
    assertThat(first).contains("Glebe and a PostgreSQL server");
    assertThat(compose().path("services").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("glebe", "database");
    assertThat(compose().at("/services/glebe/environment/GLEBE_DATABASE_URL").asText())
        .contains("@database:5432/");
    assertThat(compose().at("/services/database/image").asText()).startsWith("postgres:18");
    assertThat(compose().at("/services/database/healthcheck/test")).isNotEmpty();
    assertThat(compose().at("/services/glebe/depends_on/database/condition").asText())
        .isEqualTo("service_healthy");
  }

  @Test
  void composeRestrictsThePlatformToRequiredRights() throws Exception {
    JsonNode glebe = compose().at("/services/glebe");
    assertThat(glebe.path("read_only").asBoolean()).isTrue();
    assertThat(glebe.path("user").asText()).isEqualTo("10001:10001");
    assertThat(texts(glebe.path("cap_drop"))).containsExactly("ALL");
    assertThat(texts(glebe.path("security_opt"))).containsExactly("no-new-privileges:true");
    assertThat(texts(glebe.path("tmpfs"))).singleElement().asString().startsWith("/tmp:exec,");
    assertThat(texts(glebe.path("volumes"))).containsExactly("glebe:/data");
    assertThat(texts(glebe.path("ports")))
        .as("the development identity is for this machine only")
        .containsExactly("127.0.0.1:8080:8080", "127.0.0.1:8883:8883");
    for (JsonNode service : compose().path("services")) {
      assertThat(service.path("mem_limit").asText()).matches("\\d+g");
      assertThat(service.path("restart").asText()).isEqualTo("unless-stopped");
      assertThat(service.path("stop_grace_period").asText()).isEqualTo("60s");
    }
  }
}
