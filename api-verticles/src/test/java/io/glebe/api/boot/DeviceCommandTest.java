package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.RunningFile;
import io.glebe.api.farm.TestFarm;
import io.glebe.api.spatio.Tools;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code glebe admin device}, and what it prints, against a running platform. */
class DeviceCommandTest {
  /** What the sketch uses of the libraries for ESP32, as they declare it. */
  private static final String LIBRARIES =
      """
      #pragma once
      struct WiFiClient {};
      struct WiFiClientSecure : WiFiClient { void setCACert(const char* text); };
      struct WiFiClass { int begin(const char* name, const char* password); };
      extern WiFiClass WiFi;
      struct PubSubClient {
        PubSubClient(WiFiClient& client);
        PubSubClient& setServer(const char* host, unsigned short port);
        bool connected();
        bool connect(const char* id, const char* user, const char* password);
        bool publish(const char* topic, const char* payload);
        bool loop();
      };
      void delay(unsigned long milliseconds);
      """;

  @TempDir private Path data;
  private final TestPlatform test = TestPlatform.shared();
  private TestFarm farm;

  @BeforeEach
  void running() throws IOException {
    TestFarm.role("SERVICE");
    farm = new TestFarm("owner");
    ObjectNode details = Json.object().put("http", test.platform().address());
    details.put("mqtts", "mqtts://localhost:" + test.platform().mqtt().tlsPort().orElseThrow());
    RunningFile.write(data, details);
    Path authority = test.platform().infrastructure().settings().dataDir().resolve("mqtt-ca.pem");
    Files.copy(authority, data.resolve("mqtt-ca.pem"));
  }

  private Glebe.CommandResult device(String... arguments) {
    List<String> all = new ArrayList<>(List.of("admin", "--data", data.toString(), "device"));
    all.addAll(List.of(arguments));
    return Glebe.run(all.toArray(String[]::new));
  }

  private String printed(String... arguments) {
    Glebe.CommandResult done = device(arguments);
    assertThat(done.err()).isEmpty();
    assertThat(done.code()).isZero();
    return done.out();
  }

  private List<JsonNode> things(String name) {
    String filter = "?$filter=name%20eq%20'" + name + "'&$expand=Datastreams($orderby=id)";
    return Json.parseObject(test.get("/sta/v1.1/Things" + filter).body())
        .path("value")
        .valueStream()
        .toList();
  }

  private JsonNode lastValue(long datastream) {
    return Json.parseObject(
            test.get("/sta/v1.1/Datastreams(" + datastream + ")/Observations?$top=1").body())
        .at("/value/0/result");
  }

  private static int run(String line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  @Test
  void thePrintedLinePublishesAnObservation() throws Exception {
    Tools.require(Tools.program(List.of("mosquitto_pub")).isPresent(), "mosquitto_pub");
    String name = "cli-station-" + UUID.randomUUID();
    String printed = printed(name, "--farm", farm.farm.toString(), "--template", "weather-station");
    assertThat(printed)
        .contains("(shown only now)", "Air temperature", "Solar radiation")
        .contains("from paho.mqtt import publish", "mqtt.setServer(\"localhost\", ");
    String line =
        printed.lines().filter(one -> one.startsWith("mosquitto_pub ")).findFirst().orElseThrow();
    assertThat(run(line)).as(line).isZero();
    JsonNode thing = things(name).getFirst();
    assertThat(thing.at("/properties/farmId").asText()).isEqualTo(farm.farm.toString());
    assertThat(lastValue(thing.at("/Datastreams/0/@iot.id").asLong()).asDouble()).isEqualTo(21.5);
  }

  private JsonNode lines(String name) {
    String[] order = {name, "--farm", farm.farm.toString(), "--template", "soil-probe", "--json"};
    return Json.parseObject(printed(order)).path("lines");
  }

  @Test
  void thePrintedPythonPublishesAnObservation(@TempDir Path scratch) throws Exception {
    String python = Tools.program(List.of("python3")).map(Path::toString).orElse("python3");
    Tools.require(Tools.succeeds(python, "--version"), "python3");
    String name = "cli-python-" + UUID.randomUUID();
    Path program = scratch.resolve("publish.py");
    Files.writeString(program, lines(name).path("python").asText());
    Tools.run(scratch, scratch, List.of(python, "-m", "py_compile", program.toString()));
    if (Tools.succeeds(python, "-c", "import paho.mqtt.publish")) {
      Tools.run(scratch, scratch, List.of(python, program.toString()));
      long datastream = things(name).getFirst().at("/Datastreams/0/@iot.id").asLong();
      assertThat(lastValue(datastream).asDouble()).isEqualTo(21.5);
    }
  }

  @Test
  void thePrintedSketchDeclaresAllThatItUses(@TempDir Path scratch) throws Exception {
    String sketch = lines("cli-sketch-" + UUID.randomUUID()).path("arduino").asText();
    assertThat(sketch)
        .containsSubsequence(
            "const char CA[] = R\"PEM(\n-----BEGIN CERTIFICATE-----\n",
            "\n-----END CERTIFICATE-----\n)PEM\";\n",
            "WiFiClientSecure net;",
            "PubSubClient mqtt(net);",
            "net.setCACert(CA);");
    assertThat(sketch).contains("{\\\"result\\\": 21.5}");
    Tools.require(Tools.succeeds("g++", "--version"), "g++");
    for (String header : List.of("WiFi.h", "WiFiClientSecure.h", "PubSubClient.h")) {
      Files.writeString(scratch.resolve(header), "#include \"libraries.h\"\n");
    }
    Files.writeString(scratch.resolve("libraries.h"), LIBRARIES);
    Path file = scratch.resolve("sketch.cpp");
    Files.writeString(file, sketch);
    List<String> check =
        List.of("g++", "-std=c++11", "-fsyntax-only", "-Wall", "-I", scratch.toString());
    Tools.run(scratch, scratch, Stream.concat(check.stream(), Stream.of(file.toString())).toList());
  }

  @Test
  void aSecondCallMakesNothingTwiceAndShowsNoPassword() {
    String name = "cli-probe-" + UUID.randomUUID();
    String[] order = {name, "--farm", farm.farm.toString(), "--template", "soil-probe", "--json"};
    ObjectNode first = Json.parseObject(printed(order));
    ObjectNode second = Json.parseObject(printed(order));
    assertThat(things(name)).hasSize(1);
    assertThat(first.path("password").asText()).hasSizeGreaterThan(30);
    assertThat(second.has("password")).isFalse();
    for (String member : List.of("thingId", "account", "datastreams")) {
      assertThat(second.path(member)).as(member).isEqualTo(first.path(member));
    }
    assertThat(first.path("datastreams").findValuesAsText("topic"))
        .hasSize(3)
        .allMatch(topic -> topic.matches("v1\\.1/Datastreams\\(\\d+\\)/Observations"));
    assertThat(first.at("/lines/mosquitto_pub").asText())
        .contains(first.path("password").asText(), first.path("account").asText());
    assertThat(printed(name, "--farm", farm.farm.toString()))
        .contains("(there already)", "--new-account");
    ObjectNode renewed =
        Json.parseObject(printed(name, "--farm", farm.farm.toString(), "--new-account", "--json"));
    assertThat(renewed.path("account")).isNotEqualTo(first.path("account"));
    assertThat(renewed.path("password").asText()).isNotEmpty();
    assertThat(things(name)).hasSize(1);
  }

  @Test
  void anUnknownTypeOrFarmIsReportedInOneLineAndMakesNothing() {
    String name = "cli-none-" + UUID.randomUUID();
    Glebe.CommandResult type =
        device(name, "--farm", farm.farm.toString(), "--template", "moon-probe");
    assertThat(type.code()).isEqualTo(1);
    assertThat(type.err()).contains("weather-station, soil-probe, irrigation-meter, barn-climate");
    Glebe.CommandResult nowhere = device(name, "--farm", UUID.randomUUID().toString());
    assertThat(nowhere.code()).isEqualTo(1);
    assertThat(nowhere.err()).startsWith("glebe: ");
    assertThat(things(name)).isEmpty();
    assertThat(device(name).code()).as("without a farm").isEqualTo(2);
  }
}
