package io.glebe.api.boot;

import io.glebe.mqtt.broker.Certificates;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A failed start, before or after its database runs, ends the process with an exit code and stops
 * its database.
 */
class FailedStartTest {
  private static final int FAILED = 1;
  private static final int WRONG_USE = 2;

  @TempDir private Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  private void assertEnds(int code, Map<String, String> settings, String... parts)
      throws Exception {
    FailedStart.assertClean(data(), code, settings, parts);
  }

  /** A compressed file of 1.5 MB that expands to 1.5 GB of line ends. */
  private Path bomb() throws IOException {
    ByteArrayOutputStream member = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(member)) {
      byte[] block = new byte[1 << 20];
      Arrays.fill(block, (byte) '\n');
      for (int i = 0; i < 15; i++) {
        out.write(block);
      }
    }
    Path bomb = folder.resolve("bomb.nt.gz");
    try (OutputStream out = Files.newOutputStream(bomb)) {
      for (int i = 0; i < 100; i++) {
        member.writeTo(out);
      }
    }
    return bomb;
  }

  @Test
  void aVocabularyThatExpandsAThousandTimesFailsTheStart() throws Exception {
    assertEnds(
        WRONG_USE,
        Map.of("GLEBE_VOCABULARY_FILE", bomb().toString()),
        "GLEBE_VOCABULARY_FILE",
        "bomb.nt.gz: it expands to more than ");
  }

  @Test
  void aVocabularyWithLabelsLargerThanTheHeapFailsTheStart() throws Exception {
    Path labels = folder.resolve("labels.nt");
    String text = "x".repeat(480);
    try (BufferedWriter out = Files.newBufferedWriter(labels)) {
      for (int i = 0; i < 400_000; i++) {
        out.write("<urn:" + i + "> <http://www.w3.org/2004/02/skos/core#prefLabel> \"" + text);
        out.write("\" .\n");
      }
    }
    assertEnds(
        WRONG_USE,
        Map.of("GLEBE_VOCABULARY_FILE", labels.toString()),
        "GLEBE_VOCABULARY_FILE",
        "MB of heap; name the languages to keep");
  }

  @Test
  void aTakenPortFailsTheStart() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertEnds(FAILED, Map.of("GLEBE_MQTTS_PORT", port), "port " + port + " is taken");
      assertEnds(FAILED, Map.of("GLEBE_MQTT_PORT", port), "port " + port + " is taken");
    }
  }

  @Test
  void anUnreachableDatabaseFailsTheStart() throws Exception {
    assertEnds(
        FAILED,
        Map.of("GLEBE_DATABASE_URL", "postgresql://me:hidden-word@127.0.0.1:9/x"),
        "cannot be reached");
  }

  @Test
  void invalidCertificatesFailTheStart() throws Exception {
    Certificates.ofFolder(Files.createDirectories(folder.resolve("a")));
    Certificates.ofFolder(Files.createDirectories(folder.resolve("b")));
    String certificate = folder.resolve("a/mqtt/server.pem").toString();
    String key = folder.resolve("b/mqtt/server-key.pem").toString();
    assertEnds(
        WRONG_USE,
        Map.of("GLEBE_HTTP_CERTIFICATE", certificate, "GLEBE_HTTP_KEY", key),
        "GLEBE_HTTP_KEY",
        "is not the key of");
    assertEnds(
        WRONG_USE,
        Map.of("GLEBE_MQTT_CERTIFICATE", certificate, "GLEBE_MQTT_KEY", key),
        "GLEBE_MQTT_KEY",
        "is not the key of");
  }

  @Test
  void invalidSettingsOfServicesFailTheStart() throws Exception {
    assertEnds(WRONG_USE, Map.of("GLEBE_CONSOLE_KEY", "hidden-word"), "GLEBE_CONSOLE_KEY");
    assertEnds(WRONG_USE, Map.of("GLEBE_CONSOLE_CLIENT", "glebe-cli"), "GLEBE_CONSOLE_CLIENT");
    assertEnds(WRONG_USE, Map.of("GLEBE_MQTT_BROKER", "http://no broker"), "GLEBE_MQTT_BROKER");
  }

  @Test
  void aFileThatCannotBeWrittenAfterAllPartsHaveStartedFailsTheStart() throws Exception {
    Files.createDirectories(data().resolve("running.json.new/full"));
    assertEnds(FAILED, Map.of(), "running.json.new");
  }

  @Test
  void aDamagedDatabaseFolderFailsTheStart() throws Exception {
    Files.createDirectories(data().resolve("postgres"));
    assertEnds(FAILED, Map.of(), "postgres");
  }
}
