package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.RunningFile;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.net.http.HttpRequest;
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

  private Glebe.CommandResult admin(String... arguments) {
    List<String> all = new ArrayList<>(List.of("admin", "--data", data.toString()));
    all.addAll(List.of(arguments));
    return Glebe.run(all.toArray(String[]::new));
  }

  @Test
  void aUserIsCreatedAndListed() {
    String subject = "cli-" + UUID.randomUUID();
    Glebe.CommandResult added = admin("add-user", subject, "A Person");
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

  private String letIn(String subject) {
    return Json.parseObject(admin("add-user", subject, "A Person", "--json").out())
        .path("id")
        .asText();
  }

  private int asksWith(String token, String user) {
    TestPlatform platform = TestPlatform.shared();
    return platform
        .send(
            HttpRequest.newBuilder(platform.uri("/v1/users/" + user))
                .header("Authorization", "Bearer " + token))
        .statusCode();
  }

  private String token(String subject) {
    Glebe.CommandResult made =
        admin(
            "create-token",
            "rebind",
            subject,
            "--audience",
            "farm-api",
            "--scope",
            "farm-read",
            "--json");
    return Json.parseObject(made.out()).path("token").asText();
  }

  @Test
  void aUserIsBoundToAnotherSubjectAndTheOldSubjectLosesAccessAtOnce() {
    String old = "cli-" + UUID.randomUUID();
    String id = letIn(old);
    String before = token(old);
    assertThat(asksWith(before, id)).isEqualTo(200);

    Glebe.CommandResult bound = admin("rebind", id, "new-" + old);
    assertThat(bound.err()).isEmpty();
    assertThat(bound.code()).isZero();
    assertThat(bound.out()).containsPattern(id + " +new-" + old + " +A Person +ACTIVE");
    assertThat(asksWith(before, id)).isIn(401, 403);
    assertThat(asksWith(token("new-" + old), id)).isEqualTo(200);
  }

  @Test
  void aUserIsBoundToAnotherIssuerWhenTheIssuerIsGiven() {
    String subject = "cli-" + UUID.randomUUID();
    String id = letIn(subject);
    assertThat(admin("rebind", id, subject, "--issuer", "https://other.example").code()).isZero();
    assertThat(admin("users", "--json").out().lines().map(Json::parseObject))
        .filteredOn(user -> user.path("id").asText().equals(id))
        .singleElement()
        .extracting(user -> user.path("issuer").asText())
        .isEqualTo("https://other.example");
  }

  @Test
  void aTakenSubjectOrAnUnknownUserIsReportedInOneLine() {
    String taken = "cli-" + UUID.randomUUID();
    String holder = letIn(taken);
    String id = letIn("other-" + taken);
    Glebe.CommandResult conflict = admin("rebind", id, taken);
    assertThat(conflict.code()).isEqualTo(1);
    assertThat(conflict.err().lines()).singleElement().asString().startsWith("glebe: ");
    assertThat(conflict.err()).doesNotContain(holder);
    Glebe.CommandResult unknown = admin("rebind", UUID.randomUUID().toString(), taken);
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err().lines()).singleElement().asString().startsWith("glebe: ");
    assertThat(admin("rebind", "no-id", taken).code()).isEqualTo(2);
  }

  @Test
  void columnsAreAligned() {
    List<String> lines = admin("users").out().lines().toList();
    int column = lines.getFirst().indexOf("STATUS");
    assertThat(lines).allSatisfy(line -> assertThat(line.substring(column)).matches("[A-Z-]+"));
  }

  @Test
  void aTokenIsCreatedListedAndRevoked() {
    Glebe.CommandResult made = admin("create-token", "for a script", "viewer", "--json");
    assertThat(made.err()).isEmpty();
    ObjectNode token = Json.parseObject(made.out());
    assertThat(admin("tokens").out()).contains(token.path("id").asText());
    assertThat(admin("revoke-token", token.path("id").asText()).code()).isZero();
    assertThat(admin("tokens").out()).contains("REVOKED AT").contains("for a script");
    assertThat(admin("--json", "tokens").out()).contains("revokedAt");
  }

  @Test
  void aServiceAccountIsCreatedWithAPasswordFile() throws IOException {
    Path password = Files.writeString(data.resolve("password"), "a very long password\n");
    String name = "cli-" + UUID.randomUUID().toString().substring(0, 8);
    Glebe.CommandResult made = admin("set-account", name, "--password-file", password.toString());
    assertThat(made.err()).isEmpty();
    assertThat(admin("accounts").out()).contains(name);
    assertThat(admin("remove-account", name).code()).isZero();
    assertThat(admin("remove-account", name).err()).contains("the service account does not exist");
  }

  @Test
  void anUnknownFarmOrRoleIsReportedInOneLine() {
    Glebe.CommandResult role = admin("assign", "viewer", UUID.randomUUID().toString(), "KING");
    assertThat(role.code()).isEqualTo(1);
    assertThat(role.err()).contains("there is no role KING");
  }

  @Test
  void theCommandReportsThatNoPlatformRuns() throws IOException {
    Files.delete(data.resolve("running.json"));
    Glebe.CommandResult lost = admin("users");
    assertThat(lost.code()).isEqualTo(3);
    assertThat(lost.err()).contains("no platform runs");
  }
}
