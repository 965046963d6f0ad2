package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code glebe doctor} against the parts of a running platform, and against wrong settings. */
final class DoctorCommandTest {
  @TempDir Path data;

  private final Platform platform = TestPlatform.shared().platform();

  private Glebe.CommandResult doctor(String... settings) throws IOException {
    List<String> lines = new ArrayList<>(List.of(settings));
    lines.add("GLEBE_MQTTS_PORT=0");
    Files.write(data.resolve("glebe.properties"), lines);
    return Glebe.run("doctor", "--json", "--port", "0", "--data", data.toString());
  }

  /** The texts of a part, each with its state in front. */
  private static List<String> of(Glebe.CommandResult result, String part) {
    List<String> texts = new ArrayList<>();
    for (JsonNode one : Json.parse(result.out())) {
      if (one.path("part").asText().equals(part)) {
        texts.add(one.path("state").asText() + ": " + one.path("text").asText());
      }
    }
    return texts;
  }

  private static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s"
        .formatted(
            address.user(), address.password(), address.host(), address.port(), address.database());
  }

  @Test
  void aDefaultConfigurationHasNoFaults() throws IOException {
    Glebe.CommandResult result = doctor();

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out()).doesNotContain("\"fault\"");
    assertThat(of(result, "start")).hasSize(1);
    assertThat(of(result, "database").getFirst()).contains(data.resolve("postgres").toString());
    assertThat(Glebe.run("doctor", "--port", "0", "--data", data.toString()).out())
        .contains("ok       identity ");
  }

  @Test
  void allFaultsAreNamedAtOnce() throws IOException {
    Glebe.CommandResult result =
        doctor(
            "GLEBE_DATABASE_URL=postgresql://nobody:x@localhost:1/none",
            "GLEBE_DATABASE_REPLICA_URL=postgresql://nobody:x@localhost:1/none",
            "GLEBE_ZARR_URL=s3://bucket/cubes?region=eu&endpoint=http://localhost:1",
            "GLEBE_BLOBS_URL=file:/proc/none",
            "GLEBE_IDENTITY_ISSUER=" + platform.address() + "/dev/nothing",
            "GLEBE_MQTT_BROKER=mqtt://localhost:1");

    assertThat(result.code()).isEqualTo(1);
    for (String part : List.of("database", "replica", "zarr", "blobs", "identity", "broker")) {
      assertThat(of(result, part)).as(part).hasSize(1);
      assertThat(of(result, part).getFirst()).as(part).startsWith("fault: ");
    }
    assertThat(of(result, "identity").getFirst()).contains("status 404");
  }

  @Test
  void theDatabaseAndItsSchemaAreRead() throws IOException {
    DatabaseAddress address = platform.infrastructure().database().address();
    String name = "doctor_" + UUID.randomUUID().toString().replace("-", "");
    sql("create database " + name);
    try {
      Glebe.CommandResult current = doctor("GLEBE_DATABASE_URL=" + url(address));
      Glebe.CommandResult empty = doctor("GLEBE_DATABASE_URL=" + url(address.withDatabase(name)));

      assertThat(of(current, "schema")).containsExactly("ok: the schema is that of this version");
      assertThat(of(current, "database").toString())
          .contains("is PostgreSQL 1")
          .contains("for each process");
      assertThat(current.out()).doesNotContain(address.password());
      assertThat(of(empty, "schema").getFirst()).contains("scripts to the schema");
      assertThat(
              of(
                  doctor(
                      "GLEBE_DATABASE_URL=" + url(address),
                      "GLEBE_DATABASE_REPLICA_URL=" + url(address)),
                  "replica"))
          .singleElement()
          .asString()
          .startsWith("fault: ")
          .contains("is not a replica");
    } finally {
      sql("drop database " + name);
    }
  }

  private void sql(String statement) {
    platform.infrastructure().database().query(statement).await();
  }

  @Test
  void theProviderAndTheBrokerAreAsked() throws IOException {
    int port = platform.mqtt().port().orElseThrow();
    Glebe.CommandResult result =
        doctor(
            "GLEBE_IDENTITY_ISSUER=" + platform.address() + "/dev/identity",
            "GLEBE_MQTT_BROKER=mqtt://localhost:" + port,
            "GLEBE_MQTT_BROKER_USER=nobody",
            "GLEBE_MQTT_BROKER_PASSWORD=wrong");

    assertThat(of(result, "identity"))
        .containsExactly(
            "ok: " + platform.address() + "/dev/identity answers",
            "ok: 1 key of an accepted algorithm");
    assertThat(of(result, "broker").getFirst()).startsWith("fault: ").contains("refuses");
  }
}
