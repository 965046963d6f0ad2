package io.glebe.api.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.Json;
import io.glebe.core.record.table.Uuids;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

/**
 * {@code glebe admin}: users, assignments, service accounts and hashed tokens of a running
 * platform, through its API, as its administrator.
 */
@Command(
    name = "admin",
    description = "Users, assignments, service accounts and hashed tokens of a running platform.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class AdminCommand {
  private static final String[] USER = {"id", "subject", "displayName", "status"};
  private static final String[] ACCOUNT = {"name", "scopes", "enabled", "createdAt"};

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
          "file with an administrator's access token; without it the development identity is asked")
  private @Nullable Path tokenFile;

  /** Whether JSON is printed and no table. */
  public boolean printsJson() {
    return json;
  }

  /** The data folder of the platform. */
  public Path folder() {
    return data.folder();
  }

  /**
   * The running platform for a command that acts as a person.
   *
   * @param user of the development identity, without a token file
   */
  public PlatformCall platform(String user) throws IOException, InterruptedException {
    return tokenFile == null ? PlatformCall.as(data.folder(), user) : platform();
  }

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

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Command(name = "users", description = "Lists users.", mixinStandardHelpOptions = true)
  int users() throws IOException, InterruptedException {
    return print(platform().list("/v1/users"), USER);
  }

  @Command(
      name = "add-user",
      description = "Lets a person or an app in: binds a subject of the identity provider.",
      mixinStandardHelpOptions = true)
  int addUser(
      @Parameters(paramLabel = "SUBJECT", description = "sub of its tokens") String subject,
      @Parameters(paramLabel = "NAME", description = "name to show") String name)
      throws IOException, InterruptedException {
    PlatformCall platform = platform();
    if (!platform.send("GET", "/v1/users?subject=" + encoded(subject)).path("items").isEmpty()) {
      throw new IOException("a user with this subject exists already");
    }
    ObjectNode user = newRecord();
    user.put("subject", subject).put("displayName", name).put("status", "ACTIVE");
    return print(create(platform, "users", user), USER);
  }

  private static ObjectNode newRecord() {
    return Json.object().put("id", Uuids.timeOrdered().toString()).put("originType", "USER");
  }

  private static JsonNode create(PlatformCall platform, String collection, ObjectNode created)
      throws IOException, InterruptedException {
    return platform.send("PUT", "/v1/" + collection + "/" + created.path("id").asText(), created);
  }

  private static void putAll(ObjectNode body, String member, List<String> texts) {
    texts.forEach(body.putArray(member)::add);
  }

  @Command(
      name = "rebind",
      description =
          "Binds a user to another subject of the identity provider; who had the old one loses"
              + " access at once.",
      mixinStandardHelpOptions = true)
  int rebind(
      @Parameters(paramLabel = "USER", description = "id of the user") UUID user,
      @Parameters(paramLabel = "SUBJECT", description = "sub of the new tokens") String subject,
      @Option(
              names = "--issuer",
              paramLabel = "URI",
              defaultValue = "",
              description = "identity provider of the subject; by default the one that is stored")
          String issuer)
      throws IOException, InterruptedException {
    ObjectNode patch = Json.object().put("subject", subject);
    if (!issuer.isEmpty()) {
      patch.put("issuer", issuer);
    }
    return print(platform().send("PATCH", "/v1/admin/users/" + user, patch), USER);
  }

  @Command(
      name = "assign",
      description = "Gives a user a role on a farm.",
      mixinStandardHelpOptions = true)
  int assign(
      @Parameters(paramLabel = "SUBJECT", description = "sub of the user") String subject,
      @Parameters(paramLabel = "FARM", description = "id of the farm") UUID farm,
      @Parameters(paramLabel = "ROLE", description = "code, such as OWNER or VIEWER") String role)
      throws IOException, InterruptedException {
    PlatformCall platform = platform();
    ObjectNode body = newRecord();
    body.put("userId", one(platform, "/v1/users?subject=" + encoded(subject), "user " + subject));
    body.put("roleId", one(platform, "/v1/roles?code=" + encoded(role), "role " + role));
    body.put("farmId", farm.toString());
    return print(create(platform, "access-assignments", body), "id", "userId", "roleId", "farmId");
  }

  private static String one(PlatformCall platform, String path, String name)
      throws IOException, InterruptedException {
    JsonNode items = platform.send("GET", path).path("items");
    if (items.isEmpty()) {
      throw new IOException("there is no " + name);
    }
    return items.get(0).path("id").asText();
  }

  @Command(
      name = "accounts",
      description = "Lists service accounts.",
      mixinStandardHelpOptions = true)
  int accounts() throws IOException, InterruptedException {
    return print(platform().send("GET", "/v1/admin/service-accounts"), ACCOUNT);
  }

  @Command(
      name = "set-account",
      description = "Creates a service account or gives it a new password.",
      mixinStandardHelpOptions = true)
  int setAccount(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--password-file",
              paramLabel = "FILE",
              required = true,
              description = "file whose first line is the password")
          Path passwordFile,
      @Option(
              names = "--scope",
              paramLabel = "SCOPE",
              split = " ",
              defaultValue = "sensor-write",
              description = "scopes of its tokens (${DEFAULT-VALUE})")
          List<String> scopes)
      throws IOException, InterruptedException {
    ObjectNode body = Json.object();
    body.put("password", Files.readString(passwordFile).lines().findFirst().orElse(""));
    putAll(body, "scopes", scopes);
    return print(
        platform().send("PUT", "/v1/admin/service-accounts/" + encoded(name), body), ACCOUNT);
  }

  @Command(
      name = "remove-account",
      description = "Removes a service account.",
      mixinStandardHelpOptions = true)
  int removeAccount(@Parameters(paramLabel = "NAME") String name)
      throws IOException, InterruptedException {
    return print(platform().send("DELETE", "/v1/admin/service-accounts/" + encoded(name)));
  }

  @Command(name = "tokens", description = "Lists hashed tokens.", mixinStandardHelpOptions = true)
  int tokens() throws IOException, InterruptedException {
    return print(
        platform().send("GET", "/v1/admin/tokens"),
        "id",
        "name",
        "subject",
        "audiences",
        "scopes",
        "createdAt",
        "expiresAt",
        "revokedAt");
  }

  @Command(
      name = "create-token",
      description = "Creates a hashed token and shows it once.",
      mixinStandardHelpOptions = true)
  int createToken(
      @Parameters(paramLabel = "NAME", description = "purpose of the token") String name,
      @Parameters(paramLabel = "SUBJECT", description = "sub of its user") String subject,
      @Option(
              names = "--audience",
              paramLabel = "API",
              split = ",",
              defaultValue = "spatio-api",
              description = "APIs that accept it (${DEFAULT-VALUE})")
          List<String> audiences,
      @Option(
              names = "--scope",
              paramLabel = "SCOPE",
              split = " ",
              defaultValue = "spatio-read",
              description = "its scopes (${DEFAULT-VALUE})")
          List<String> scopes,
      @Option(
              names = "--expires",
              paramLabel = "TIMESTAMP",
              defaultValue = "",
              description = "end of its validity, in UTC (default: none)")
          String expires)
      throws IOException, InterruptedException {
    ObjectNode body = Json.object().put("name", name).put("subject", subject);
    putAll(body, "audiences", audiences);
    putAll(body, "scopes", scopes);
    if (!expires.isEmpty()) {
      body.put("expiresAt", expires);
    }
    return print(platform().send("POST", "/v1/admin/tokens", body), "id", "token");
  }

  @Command(
      name = "revoke-token",
      description = "Ends a hashed token.",
      mixinStandardHelpOptions = true)
  int revokeToken(@Parameters(paramLabel = "ID") UUID id) throws IOException, InterruptedException {
    return print(platform().send("DELETE", "/v1/admin/tokens/" + id));
  }
}
