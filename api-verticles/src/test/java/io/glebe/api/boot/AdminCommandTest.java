package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AdminCommandTest {
  @TempDir private Path data;

  private record Outcome(int code, String out, String err) {}

  @BeforeEach
  void running() throws IOException {
    ObjectNode facts = Json.object().put("pid", ProcessHandle.current().pid());
    RunningFile.write(data, facts.put("http", TestPlatform.shared().platform().address()));
  }

  private Outcome admin(String... arguments) {
    List<String> all = new ArrayList<>(List.of("admin", "--data", data.toString()));
    all.addAll(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Outcome(line.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  @Test
  void aUserIsLetInAndListed() {
    String subject = "cli-" + UUID.randomUUID();
    Outcome added = admin("add-user", subject, "A Person");
    assertThat(added.err()).isEmpty();
    assertThat(added.code()).isZero();
    assertThat(admin("add-user", subject, "A Person").code()).isEqualTo(1);
    assertThat(admin("users").out()).contains(subject);
  }

  @Test
  void aTokenIsMadeListedAndRevoked() {
    Outcome made = admin("create-token", "for a script", "viewer");
    assertThat(made.err()).isEmpty();
    ObjectNode token = Json.parseObject(made.out());
    assertThat(admin("tokens").out()).contains(token.path("id").asText());
    assertThat(admin("revoke-token", token.path("id").asText()).code()).isZero();
    assertThat(admin("tokens").out()).contains("revokedAt");
  }

  @Test
  void anAccountIsMadeFromAPasswordFile() throws IOException {
    Path password = Files.writeString(data.resolve("password"), "a very long password\n");
    String name = "cli-" + UUID.randomUUID().toString().substring(0, 8);
    Outcome made = admin("set-account", name, "--password-file", password.toString());
    assertThat(made.err()).isEmpty();
    assertThat(admin("accounts").out()).contains(name);
    assertThat(admin("remove-account", name).code()).isZero();
    assertThat(admin("remove-account", name).err()).contains("no such service account");
  }

  @Test
  void anUnknownFarmOrRoleIsSaidInOneLine() {
    Outcome role = admin("assign", "viewer", UUID.randomUUID().toString(), "KING");
    assertThat(role.code()).isEqualTo(1);
    assertThat(role.err()).contains("there is no role KING");
  }

  @Test
  void withoutARunningPlatformTheCommandSaysSo() throws IOException {
    Files.delete(data.resolve("running.json"));
    Outcome lost = admin("users");
    assertThat(lost.code()).isEqualTo(1);
    assertThat(lost.err()).contains("no platform runs");
  }
}
