package io.glebe.api.boot;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log as lines of JSON. */
class AuditCommandTest {
  @TempDir private Path folder;

  private Glebe.CommandResult audit(String file, String... options) {
    List<String> words = new ArrayList<>(List.of("audit", "--data", folder.toString()));
    words.addAll(List.of(options));
    words.add(folder.resolve(file).toString());
    return Glebe.run(words.toArray(String[]::new));
  }

  private List<JsonNode> lines(String file) throws IOException {
    return Files.readAllLines(folder.resolve(file)).stream()
        .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8)))
        .toList();
  }

  private List<JsonNode> entries(String file, String... options) throws IOException {
    Glebe.CommandResult result = audit(file, options);
    assertThat(result.code()).as(result.err()).isZero();
    List<JsonNode> entries = lines(file);
    assertThat(result.out()).isEqualTo(entries.size() + " entries");
    return entries;
  }

  @Test
  void nothingIsLeftWhereThereIsNoPlatform() {
    assertThat(audit("none.jsonl").err()).contains("there is no platform");
    assertThat(folder.resolve("none.jsonl")).doesNotExist();
  }

  @Test
  void entriesAreWrittenFromTheOldestToTheNewest() throws IOException {
    Settings settings = TestPlatform.settings(folder).with(ProcessSettings.SAMPLE, "true");
    Files.writeString(
        folder.resolve("glebe.properties"),
        StorageSettings.DATABASE_URL.name()
            + "="
            + settings.get(StorageSettings.DATABASE_URL).orElseThrow());
    try (Platform platform = Platform.start(settings)) {
      assertThat(platform.address()).isNotEmpty();
      List<JsonNode> all = entries("all.jsonl");
      assertThat(all).hasSizeGreaterThan(10);
      assertThat(all)
          .allSatisfy(
              entry ->
                  assertThat(entry.fieldNames())
                      .toIterable()
                      .contains(
                          "id",
                          "createdAt",
                          "updatedAt",
                          "originType",
                          "entityType",
                          "entityId",
                          "action"));
      List<String> times = all.stream().map(entry -> entry.get("updatedAt").asText()).toList();
      assertThat(times).isSorted();

      String middle = times.get(times.size() / 2);
      assertThat(entries("early.jsonl", "--until", middle).size())
          .isPositive()
          .isEqualTo(all.size() - entries("late.jsonl", "--since", middle).size());

      Glebe.CommandResult again = audit("all.jsonl");
      assertThat(again.code()).isEqualTo(1);
      assertThat(again.err()).contains("there is a file");
      assertThat(lines("all.jsonl")).as("unchanged").isEqualTo(all);
      assertThat(Files.getPosixFilePermissions(folder.resolve("all.jsonl")))
          .containsExactlyInAnyOrder(OWNER_READ, OWNER_WRITE);

      Glebe.CommandResult wrong = audit("other.jsonl", "--since", "tomorrow");
      assertThat(wrong.code()).isEqualTo(2);
      assertThat(wrong.err()).contains("'tomorrow' is no time like 2026-");
    }
  }
}
