package io.glebe.api.cli.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.api.cli.DataFlag;
import io.glebe.api.cli.PlatformCall;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.identity.ClientKeys;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * {@code glebe apps}: apps of the app registry. With the development identity, its users submit and
 * approve the app; elsewhere the developer gives a token, and reviewers decide.
 */
@Command(
    name = "apps",
    description = "Registers apps at the app registry of a platform.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class AppsCommand {
  private static final String STORE = "/store";
  private static final String DEVELOPER = "developer";

  /** The reviewers of the development identity; restricted scopes need two. */
  private static final List<String> REVIEWERS = List.of("reviewer", "admin");

  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration CLIENT_INTERVAL = Duration.ofMillis(100);

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Option(
      names = "--store",
      paramLabel = "URI",
      scope = ScopeType.INHERIT,
      description =
          "app registry, such as https://farm.example/store; without it the one of the running"
              + " platform of --data")
  private @Nullable URI store;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description =
          "file with the developer's access token; without it the development identity is asked,"
              + " and its users approve the app")
  private @Nullable Path tokenFile;

  @Command(
      name = "register",
      description = "Registers and submits an app; prints its client id and the next line.",
      mixinStandardHelpOptions = true)
  int register(@Parameters(paramLabel = "FILE", description = "its manifest, JSON") Path file)
      throws IOException, InterruptedException {
    ObjectNode manifest = Json.parseObject(Files.readAllBytes(file));
    PlatformCall developer = developer();
    JsonNode version = post(() -> developer.send("POST", path("/apps"), manifest));
    String id = version.path("appId").asText();
    String app = "/apps/" + id;
    out().println("app     " + id);
    out().println("client  ext-" + id);
    JsonNode submitted = post(() -> developer.send("POST", path(app + "/versions/1/submit")));
    if (tokenFile != null) {
      out().println("state   " + submitted.path("state").asText());
      out().println("./glebe apps show " + id + place());
      return 0;
    }
    approve(app, submitted.path("approvalsNeeded").asInt());
    out().println("state   " + enabled(developer, app));
    out()
        .println("export CLIENT_ID=ext-" + id + " ISSUER=" + developer.address() + "/dev/identity");
    return 0;
  }

  @Command(
      name = "show",
      description = "Prints the state of an app and of its client.",
      mixinStandardHelpOptions = true)
  int show(@Parameters(paramLabel = "APP", description = "id of the app") UUID app)
      throws IOException, InterruptedException {
    JsonNode shown = developer().send("GET", path("/apps/" + app));
    out().println("app     " + shown.path("id").asText());
    out().println("client  " + shown.path("clientId").asText());
    out().println("state   " + shown.path("state").asText());
    out().println("client state   " + shown.at("/client/state").asText());
    return 0;
  }

  @Command(
      name = "new-key",
      description = "Makes a private key in a new file; prints its public key set.",
      mixinStandardHelpOptions = true)
  int newKey(
      @Parameters(paramLabel = "FILE", description = "the new file, a private JWK") Path file)
      throws IOException {
    JWK key = ClientKeys.create();
    try {
      Files.createFile(file, OWNER_ONLY);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(file + " exists already; a key is never replaced", e);
    }
    Files.writeString(file, key.toJSONString() + "\n");
    out().println(new JWKSet(key).toString(true));
    return 0;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  private PlatformCall developer() throws IOException, InterruptedException {
    if (store == null) {
      return tokenFile == null
          ? PlatformCall.as(data.folder(), DEVELOPER)
          : PlatformCall.open(data.folder(), Optional.of(tokenFile));
    }
    if (tokenFile == null) {
      throw new InvalidSettings("--store needs the developer's token: --token-file=FILE");
    }
    return PlatformCall.at(store, tokenFile);
  }

  /** The path below the address of the call: the whole store, or the platform. */
  private String path(String inStore) {
    return store == null ? STORE + inStore : inStore;
  }

  private String place() {
    return (store == null ? "" : " --store=" + store)
        + (tokenFile == null ? "" : " --token-file=" + tokenFile);
  }

  /** A request whose refusal can have several reasons. */
  private interface Post {
    JsonNode send() throws IOException, InterruptedException;
  }

  private JsonNode post(Post post) throws IOException, InterruptedException {
    try {
      return post.send();
    } catch (PlatformCall.Refused refused) {
      PrintWriter err = spec.commandLine().getErr();
      refused.violations().forEach(violation -> err.println("glebe: " + violation));
      throw refused;
    }
  }

  private void approve(String app, int approvals) throws IOException, InterruptedException {
    for (String reviewer : REVIEWERS.subList(0, Math.min(approvals, REVIEWERS.size()))) {
      PlatformCall.as(data.folder(), reviewer)
          .send("POST", path(app + "/versions/1/approve"), Json.object());
    }
  }

  /** Waits until the identity provider has the client. */
  private String enabled(PlatformCall developer, String app)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + CLIENT_TIMEOUT.toNanos();
    while (true) {
      JsonNode client = developer.send("GET", path(app)).path("client");
      String state = client.path("state").asText();
      if (state.equals("ENABLED") || System.nanoTime() > end) {
        return state
            + client.path("lastError").asText("").transform(e -> e.isEmpty() ? "" : ": " + e);
      }
      Thread.sleep(CLIENT_INTERVAL);
    }
  }
}
