package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.InvalidSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BasemapTest {
  @TempDir private Path folder;

  @Test
  void aTemplateOfTilesOpensThePolicyForItsHostOnly() {
    Basemap map = Basemap.of("https://tiles.example:8443/a/{z}/{x}/{y}.png?key=1", "Example");
    assertThat(map.archive()).isFalse();
    assertThat(map.origin()).contains("https://tiles.example:8443");
    String policy = new ConsolePageHeaders(map.origin()).policy();
    assertThat(policy)
        .contains("connect-src 'self' https://tiles.example:8443;")
        .contains("img-src 'self' data: blob: https://tiles.example:8443;")
        .contains("script-src 'self';");
    assertThat(map.json().path("attribution").asText()).isEqualTo("Example");
  }

  @Test
  void anArchiveInAFileIsServedByThePlatform() throws IOException {
    Path file = Files.writeString(folder.resolve("country.pmtiles"), "PMTiles");
    Basemap map = Basemap.of(file.toString(), "");
    assertThat(map.address()).isEqualTo(Basemap.SERVED);
    assertThat(map.origin()).isEmpty();
    assertThat(map.file()).contains(file);
  }

  @Test
  void withoutABaseMapThePolicyAllowsNoOtherHost() {
    assertThat(new ConsolePageHeaders(java.util.Optional.empty()).policy())
        .contains("connect-src 'self';")
        .doesNotContain("http");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://tiles.example/{z}/{x}.png",
        "https:///{z}/{x}/{y}.png",
        "https://tiles.example; script-src */{z}/{x}/{y}",
        "/no/such/file.pmtiles",
        "notes.txt",
      })
  void anythingElseStopsTheStartWithTheReason(String text) {
    assertThatThrownBy(() -> Basemap.of(text, ""))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_BASEMAP");
  }
}
