package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminCommandTest {
  @TempDir private Path data;

  @BeforeEach
  void running() throws IOException {
    RunningFile.write(data, Json.object().put("http", TestPlatform.shared().platform().address()));
  }

  private Glebe.Said admin(String... arguments) {
    List<String> all = new ArrayList<>(List.of("admin", "--data", data.toString()));
    all.addAll(List.of(arguments));
    return Glebe.run(all.toArray(String[]::new));
  }

  @Test
  void aUserIsLetInAndListed() {
    String subject = "cli-" + UUID.randomUUID();
    Glebe.Said added = admin("add-user", subject, "A Person");
    assertThat(added.err()).isEmpty();
    assertThat(added.code()).isZero();
    assertThat(admin("add-user", subject, "A Person").code()).isEqualTo(1);
    assertThat(admin("users").out())
        .startsWith("ID ")
        .containsPattern(subject + " +A Person +ACTIVE");
    assertThat(admin("users", "--json").out().lines())
        .filteredOn(line -> Json.parseObject(line).path("subject").asText().equals(subject))
        .hasSize(1);
  }

  @Test
  void columnsAreAligned() {
    List<String> lines = admin("users").out().lines().toList();
    int column = lines.getFirst().indexOf("STATUS");
    assertThat(lines).allSatisfy(line -> assertThat(line.substring(column)).matches("[A-Z-]+"));
  }

  @Test
  void aTokenIsMadeListedAndRevoked() {
    Glebe.Said made = admin("create-token", "for a script", "viewer", "--json");
    assertThat(made.err()).isEmpty();
    ObjectNode token = Json.parseObject(made.out());
    assertThat(admin("tokens").out()).contains(token.path("id").asText());
    assertThat(admin("revoke-token", token.path("id").asText()).code()).isZero();
    assertThat(admin("tokens").out()).contains("REVOKED AT").contains("for a script");
    assertThat(admin("--json", "tokens").out()).contains("revokedAt");
  }

  @Test
  void anAccountIsMadeFromAPasswordFile() throws IOException {
    Path password = Files.writeString(data.resolve("password"), "a very long password\n");
    String name = "cli-" + UUID.randomUUID().toString().substring(0, 8);
    Glebe.Said made = admin("set-account", name, "--password-file", password.toString());
    assertThat(made.err()).isEmpty();
    assertThat(admin("accounts").out()).contains(name);
    assertThat(admin("remove-account", name).code()).isZero();
    assertThat(admin("remove-account", name).err()).contains("no such service account");
  }

  @Test
  void anUnknownFarmOrRoleIsSaidInOneLine() {
    Glebe.Said role = admin("assign", "viewer", UUID.randomUUID().toString(), "KING");
    assertThat(role.code()).isEqualTo(1);
    assertThat(role.err()).contains("there is no role KING");
  }

  @Test
  void withoutARunningPlatformTheCommandSaysSo() throws IOException {
    Files.delete(data.resolve("running.json"));
    Glebe.Said lost = admin("users");
    assertThat(lost.code()).isEqualTo(3);
    assertThat(lost.err()).contains("no platform runs");
  }
}
