package io.glebe.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The chart, as Helm itself reads and renders it. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class HelmChartTest {
  private static final Path CHART =
      Path.of("..", "docker", "helm", "glebe").toAbsolutePath().normalize();

  /** The documents of the rendered templates by kind and name. */
  private static Map<String, JsonNode> rendered(Map<String, Object> values) throws IOException {
    TemplateCommand template = new Helm(CHART).template().withName("farm");
    values.forEach(template::set);
    YAMLMapper mapper = new YAMLMapper(new YAMLFactory());
    Map<String, JsonNode> documents = new HashMap<>();
    try (var parts = mapper.readerFor(JsonNode.class).<JsonNode>readValues(template.call())) {
      while (parts.hasNext()) {
        JsonNode document = parts.next();
        String name = document.at("/metadata/name").asText();
        assertThat(documents.put(document.path("kind").asText() + " " + name, document))
            .as("%s is there once", name)
            .isNull();
      }
    }
    return documents;
  }

  @Test
  void helmFindsNoFault() {
    LintResult result = new Helm(CHART).lint().strict().call();
    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
  }

  @Test
  void theDefaultValuesGiveAllParts() throws IOException {
    Map<String, JsonNode> parts = rendered(Map.of());
    assertThat(parts)
        .containsOnlyKeys(
            "ConfigMap farm-settings",
            "Secret farm-secrets",
            "Deployment farm",
            "Service farm",
            "Service farm-closed",
            "Ingress farm",
            "NetworkPolicy farm",
            "PodDisruptionBudget farm",
            "HorizontalPodAutoscaler farm");
    JsonNode pod = parts.get("Deployment farm").at("/spec/template");
    for (String selecting : List.of("Service farm", "PodDisruptionBudget farm")) {
      JsonNode selector = parts.get(selecting).at("/spec/selector");
      assertThat(pod.at("/metadata/labels"))
          .as(selecting)
          .isEqualTo(
              selector.path("matchLabels").isMissingNode()
                  ? selector
                  : selector.path("matchLabels"));
    }
    assertThat(parts.get("Deployment farm").path("spec").has("replicas"))
        .as("the autoscaler decides")
        .isFalse();
    JsonNode mounts = pod.at("/spec/containers/0/volumeMounts");
    assertThat(pod.at("/spec/volumes").findValuesAsText("name"))
        .as("each volume is mounted")
        .containsExactlyInAnyOrderElementsOf(mounts.findValuesAsText("name"));
  }

  @Test
  void eachPartCanBeLeftOut() throws IOException {
    Map<String, JsonNode> parts =
        rendered(
            Map.of(
                "autoscaling.enabled", false,
                "ingress.enabled", false,
                "network.enabled", false,
                "replicas", 3,
                "existingSecret", "mine"));
    assertThat(parts)
        .containsOnlyKeys(
            "ConfigMap farm-settings",
            "Deployment farm",
            "Service farm",
            "PodDisruptionBudget farm");
    JsonNode spec = parts.get("Deployment farm").path("spec");
    assertThat(spec.path("replicas").asInt()).isEqualTo(3);
    assertThat(spec.at("/template/spec/containers/0/envFrom/1/secretRef/name").asText())
        .isEqualTo("mine");
  }

  @Test
  void gatewaysAreAddedByWaitingRenderJobs() throws IOException {
    JsonNode metrics =
        rendered(Map.of("autoscaling.renderJobs", "20"))
            .get("HorizontalPodAutoscaler farm")
            .at("/spec/metrics");
    assertThat(metrics).hasSize(2);
    assertThat(metrics.at("/1/pods/metric/name").asText()).isEqualTo("glebe_render_waiting_jobs");
    assertThat(metrics.at("/1/pods/target/averageValue").asText()).isEqualTo("20");
  }
}
