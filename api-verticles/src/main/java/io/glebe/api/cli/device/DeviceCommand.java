package io.glebe.api.cli.device;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.AdminCommand;
import io.glebe.api.cli.AdminOutput;
import io.glebe.api.cli.PlatformCall;
import io.glebe.api.cli.access.UserFlag;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code glebe admin device}: everything that a new device needs, and the lines with which it
 * publishes. It acts as a person of the farm, because administrators have no rights on devices. A
 * second call with the same name makes what is still missing and nothing twice.
 */
@Command(
    name = "device",
    description =
        "Makes Thing, Datastreams and account of a device and prints the lines to publish.",
    mixinStandardHelpOptions = true)
public final class DeviceCommand implements Callable<Integer> {
  private static final String HIDDEN = "PASSWORD";
  private static final String AUTHORITY = "mqtt-ca.pem";

  @Spec private CommandSpec spec;
  @Mixin private UserFlag user;

  @Parameters(paramLabel = "NAME", description = "name of the Thing")
  private String name;

  @Option(
      names = "--farm",
      paramLabel = "FARM",
      required = true,
      description = "id of the farm to which it belongs")
  private UUID farm;

  @Option(
      names = "--template",
      paramLabel = "TYPE",
      defaultValue = "weather-station",
      description =
          "weather-station, soil-probe, irrigation-meter or barn-climate (${DEFAULT-VALUE})")
  private String template;

  @Option(
      names = "--new-account",
      description = "end the account that the device has and make another")
  private boolean replace;

  @Option(
      names = "--sensor-token-file",
      paramLabel = "FILE",
      description =
          "file with the person's access token for the sensor service, beside --token-file")
  private @Nullable Path sensorTokenFile;

  /** The account; without a password if it was there before. */
  private record Account(String name, Optional<String> password) {}

  private AdminCommand admin() {
    return (AdminCommand) spec.parent().userObject();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PlatformCall platform = admin().platform(user.name());
    PlatformCall sensors = platform.sensors(Optional.ofNullable(sensorTokenFile), user.name());
    Optional<JsonNode> known = thing(sensors);
    JsonNode thing = known.isPresent() ? known.get() : madeThing(sensors);
    Account account = account(platform, thing.path("@iot.id").asLong());
    print(platform, thing, account, known.isPresent());
    return 0;
  }

  /** The Thing that an earlier call has made. */
  private Optional<JsonNode> thing(PlatformCall sensors) throws IOException, InterruptedException {
    String filter =
        "name eq '%s' and properties/farmId eq '%s'".formatted(name.replace("'", "''"), farm);
    JsonNode found =
        sensors.send(
            "GET",
            "/sta/v1.1/Things?$top=1&$orderby=id&$expand=Datastreams($select=id,name)&$filter="
                + URLEncoder.encode(filter, StandardCharsets.UTF_8));
    return found.path("value").valueStream().findFirst();
  }

  private JsonNode madeThing(PlatformCall sensors) throws IOException, InterruptedException {
    ObjectNode order = Json.object().put("template", template);
    ObjectNode thing = order.putObject("thing").put("name", name);
    thing.putObject("properties").put("farmId", farm.toString());
    sensors.send("POST", "/sta/v1.1/composite", order);
    return thing(sensors).orElseThrow(() -> new IOException("the Thing is not there any more"));
  }

  private Account account(PlatformCall platform, long thing)
      throws IOException, InterruptedException {
    String path = "/v1/farms/" + farm + "/device-accounts";
    Optional<String> existing =
        platform
            .send("GET", path)
            .path("items")
            .valueStream()
            .filter(one -> one.path("thingId").asLong() == thing)
            .map(one -> one.path("name").asText())
            .findFirst();
    if (existing.isPresent() && !replace) {
      return new Account(existing.get(), Optional.empty());
    }
    if (existing.isPresent()) {
      platform.send("DELETE", path + "/" + existing.get());
    }
    JsonNode made = platform.send("POST", path, Json.object().put("thingId", thing));
    return new Account(made.path("name").asText(), Optional.of(made.path("password").asText()));
  }

  private void print(PlatformCall platform, JsonNode thing, Account account, boolean known)
      throws IOException {
    URI broker =
        platform
            .endpoint("mqtts")
            .or(() -> platform.endpoint("mqtt"))
            .orElse(URI.create("mqtts://localhost:8883"));
    Path authority = admin().folder().resolve(AUTHORITY);
    boolean own = broker.getScheme().equals("mqtts") && Files.exists(authority);
    DeviceLines lines =
        new DeviceLines(
            broker,
            own ? Optional.of(authority) : Optional.empty(),
            own ? Optional.of(Files.readString(authority)) : Optional.empty(),
            account.name(),
            account.password().orElse(HIDDEN),
            thing.at("/Datastreams/0/@iot.id").asLong());
    if (admin().printsJson()) {
      new AdminOutput(spec.commandLine().getOut()).json(json(thing, account, lines));
    } else {
      print(thing, account, lines, known);
    }
  }

  private ObjectNode json(JsonNode thing, Account account, DeviceLines lines) {
    ObjectNode json =
        Json.object().put("name", name).put("thingId", thing.path("@iot.id").asLong());
    json.put("account", account.name());
    account.password().ifPresent(password -> json.put("password", password));
    json.put("broker", lines.broker().toString());
    ArrayNode streams = json.putArray("datastreams");
    for (JsonNode stream : thing.path("Datastreams")) {
      long id = stream.path("@iot.id").asLong();
      streams
          .addObject()
          .put("id", id)
          .put("name", stream.path("name").asText())
          .put("topic", DeviceLines.topic(id));
    }
    json.putObject("lines")
        .put("mosquitto_pub", lines.mosquitto())
        .put("python", lines.python())
        .put("arduino", lines.arduino());
    return json;
  }

  private void print(JsonNode thing, Account account, DeviceLines lines, boolean known) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "thing     %s  %s%s%n",
        thing.path("@iot.id").asText(), name, known ? "  (there already)" : "");
    out.printf("account   %s%n", account.name());
    out.printf(
        "password  %s%n%n",
        account
            .password()
            .map(password -> password + "  (shown only now)")
            .orElse("was shown when the account was made; --new-account makes another"));
    for (JsonNode stream : thing.path("Datastreams")) {
      out.printf("%-18s %s%n", stream.path("name").asText(), topic(stream));
    }
    out.printf("%n# mosquitto_pub%n%s%n", lines.mosquitto());
    out.printf("%n# Python, pip install paho-mqtt%n%s%n", lines.python());
    out.printf("%n// Arduino on an ESP32, library PubSubClient%n%s%n", lines.arduino());
    out.flush();
  }

  private static String topic(JsonNode stream) {
    return DeviceLines.topic(stream.path("@iot.id").asLong());
  }
}
