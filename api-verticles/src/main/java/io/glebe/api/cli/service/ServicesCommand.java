package io.glebe.api.cli.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.cli.AdminOutput;
import io.glebe.api.cli.DataFlag;
import io.glebe.api.cli.PlatformCall;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code glebe services}: the services of the service registry of a running platform. */
@Command(
    name = "services",
    description = "Services of the service registry of a running platform.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class ServicesCommand {
  private static final String[] SERVICE = {"id", "name", "state", "authentication", "createdAt"};

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "print JSON, one object per line, instead of a table")
  private boolean json;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "file with a maintainer's access token; without it the development identity is asked")
  private @Nullable Path tokenFile;

  private PlatformCall platform() throws IOException, InterruptedException {
    return PlatformCall.open(data.folder(), Optional.ofNullable(tokenFile));
  }

  private int print(JsonNode answer, String... fields) {
    AdminOutput output = new AdminOutput(spec.commandLine().getOut());
    if (json) {
      output.json(answer);
    } else {
      output.table(answer, List.of(fields));
    }
    return 0;
  }

  @Command(
      name = "onboard",
      description = "Onboards a service and shows its secret once.",
      mixinStandardHelpOptions = true)
  int onboard(
      @Parameters(paramLabel = "NAME", description = "name to show") String name,
      @Option(
              names = "--description",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "purpose of the service")
          String description,
      @Option(
              names = "--key",
              paramLabel = "FILE",
              description = "its public key as a JWK; the service has no secret then")
          @Nullable Path key)
      throws IOException, InterruptedException {
    ObjectNode body = Json.object().put("name", name);
    if (!description.isEmpty()) {
      body.put("description", description);
    }
    if (key != null) {
      body.set("publicKey", Json.parseObject(Files.readAllBytes(key)));
    }
    return print(
        platform().send("POST", "/services", body), "id", "name", "clientId", "clientSecret");
  }

  @Command(name = "list", description = "Lists services.", mixinStandardHelpOptions = true)
  int list() throws IOException, InterruptedException {
    return print(platform().list("/services"), SERVICE);
  }

  @Command(
      name = "disable",
      description = "Disables a service: ends its tokens and its rights.",
      mixinStandardHelpOptions = true)
  int disable(
      @Parameters(paramLabel = "ID", description = "id of the service") UUID id,
      @Parameters(paramLabel = "REASON", description = "for the audit log") String reason)
      throws IOException, InterruptedException {
    ObjectNode body = Json.object().put("reason", reason);
    return print(platform().send("POST", "/services/" + id + "/disable", body), SERVICE);
  }

  @Command(
      name = "enable",
      description = "Enables a disabled service.",
      mixinStandardHelpOptions = true)
  int enable(@Parameters(paramLabel = "ID", description = "id of the service") UUID id)
      throws IOException, InterruptedException {
    return print(platform().send("POST", "/services/" + id + "/enable"), SERVICE);
  }
}
