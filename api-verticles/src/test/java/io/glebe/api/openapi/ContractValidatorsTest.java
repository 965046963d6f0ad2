package io.glebe.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.spatio.Tools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The published documents in the validators that other people use; see {@code clients/tools}. */
class ContractValidatorsTest {
  private static final Path SCRIPT = Path.of("../clients/tools.sh");
  private static final int MINUTES = 10;
  private static final String WRONG =
      """
      {"openapi": "3.1.0", "info": {"title": "wrong", "version": "1"}, "paths": {
        "/things/{id}": {"get": {"operationId": "twice", "responses": {"200": {}}}},
        "/things": {"get": {"operationId": "twice", "parameters": [{"name": "limit", "in": "nowhere"}],
          "responses": {"200": {"description": "all", "content": {"application/json": {"schema": {
            "type": "object", "properties": {"toString": {"type": "string"}, "a": {"const": {}}},
            "additionalProperties": {"type": "integer"}}}}}}}}}}
      """;

  @TempDir Path folder;

  @BeforeAll
  static void nodeIsInstalled() throws InterruptedException {
    Tools.require(Tools.succeeds("npm", "--version"), "Node.js with npm");
  }

  /** The lines that the validators print. */
  private record Verdict(boolean passed, String lines) {}

  private Verdict check(String address) throws IOException, InterruptedException {
    Path lines = folder.resolve("lines");
    Process process =
        new ProcessBuilder("sh", SCRIPT.toString(), "check", address)
            .redirectErrorStream(true)
            .redirectOutput(lines.toFile())
            .start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("ends in time").isTrue();
      return new Verdict(process.exitValue() == 0, Files.readString(lines));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void noValidatorFindsAnErrorInAPublishedDocument() throws IOException, InterruptedException {
    Verdict verdict = check(TestPlatform.shared().platform().address());
    assertThat(verdict.passed()).as(verdict.lines()).isTrue();
    assertThat(verdict.lines().lines().filter(line -> line.contains(": 0 errors"))).hasSize(35);
  }

  @Test
  void eachValidatorFindsTheErrorsOfAWrongDocument() throws IOException, InterruptedException {
    byte[] wrong = WRONG.getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, wrong.length);
          exchange.getResponseBody().write(wrong);
          exchange.close();
        });
    server.start();
    try {
      Verdict verdict = check("http://127.0.0.1:" + server.getAddress().getPort());
      assertThat(verdict.passed()).as(verdict.lines()).isFalse();
      for (String validator : List.of("types", "redocly", "spectral", "readme")) {
        assertThat(verdict.lines()).containsPattern("farm 3\\.1 " + validator + ": [1-9]");
      }
    } finally {
      server.stop(0);
    }
  }
}
