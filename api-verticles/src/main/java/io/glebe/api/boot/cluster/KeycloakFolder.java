package io.glebe.api.boot.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.glebe.core.folder.ChildCommand;
import io.glebe.core.folder.Folders;
import io.glebe.core.identity.ClientKeys;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of a Keycloak server of a cluster: a copy of an installation, data of its own, and our
 * realm with the people of the sample. Keys and secrets stay in it for later starts.
 */
final class KeycloakFolder {
  private static final String REALM = "/keycloak/glebe-realm.json";
  private static final List<String> PROGRAMS = List.of("bin", "conf", "lib", "providers", "themes");
  private static final List<String> PEOPLE =
      List.of("owner", "manager", "worker", "viewer", "neighbour", "admin");
  private static final String CONSOLE = "glebe-console";

  /** Soon renewed, so that a trial shows what the end of Keycloak does to a session. */
  private static final String TOKEN_SECONDS = "40";

  private static final String JVM = "java";
  private static final String MEMORY = "-Xms64m -Xmx512m";

  private final Path folder;
  private final JWK consoleKey;
  private final String registrySecret;

  private KeycloakFolder(Path folder, JWK consoleKey, String registrySecret) {
    this.folder = folder;
    this.consoleKey = consoleKey;
    this.registrySecret = registrySecret;
  }

  /**
   * Makes the folder, or takes that of an earlier start.
   *
   * @param installation an unpacked distribution of Keycloak
   * @throws IOException when it is none
   */
  static KeycloakFolder prepare(Path installation, Path folder) throws IOException {
    if (!Files.isRegularFile(installation.resolve("bin/kc.sh"))) {
      throw new IOException(installation + " is no folder of Keycloak: bin/kc.sh is missing");
    }
    Path imports = Files.createDirectories(folder.resolve("data/import"));
    for (String name : PROGRAMS) {
      Folders.delete(folder.resolve(name)); // the installation may be another one now
      copy(installation.resolve(name), folder.resolve(name));
    }
    Files.write(imports.resolve("realm.json"), Json.write(realm()).getBytes(UTF_8));
    writeProgram(folder.resolve(JVM));
    JWK key = key(folder.resolve("console-key.json"));
    return new KeycloakFolder(folder, key, secret(folder.resolve("registry-secret")));
  }

  /** Keycloak changes its programs at a start, so the installation is not used itself. */
  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /**
   * The script of Keycloak starts a JVM beside itself, which would outlive it when it is killed.
   */
  private static void writeProgram(Path file) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String words =
        ChildCommand.ending(List.of(java.toString()), "KILL").stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    Files.writeString(file, "#!/bin/sh\nexec " + words + " \"$@\"\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private static JWK key(Path file) throws IOException {
    try {
      if (Files.notExists(file)) {
        Files.writeString(file, ClientKeys.create().toJSONString());
      }
      return JWK.parse(Files.readString(file));
    } catch (ParseException e) {
      throw new IOException(file + " is no key: " + e.getMessage(), e);
    }
  }

  private static String secret(Path file) throws IOException {
    if (Files.notExists(file)) {
      Files.writeString(file, UUID.randomUUID().toString());
    }
    return Files.readString(file);
  }

  /** The realm that we ship, with the people of the sample under the ids that they have there. */
  private static ObjectNode realm() throws IOException {
    try (InputStream in = KeycloakFolder.class.getResourceAsStream(REALM)) {
      ObjectNode realm = Json.parseObject(Objects.requireNonNull(in).readAllBytes());
      ArrayNode users = realm.withArray("/users");
      PEOPLE.forEach(name -> users.add(person(name)));
      for (JsonNode client : realm.path("clients")) {
        if (client.path("clientId").asText().equals(CONSOLE)) {
          client.withObject("/attributes").put("access.token.lifespan", TOKEN_SECONDS);
        }
      }
      return realm;
    }
  }

  private static JsonNode person(String name) {
    ObjectNode person = Json.object().put("id", name).put("username", name).put("enabled", true);
    person.put("email", name + "@glebe.example").put("emailVerified", true);
    person.put("firstName", "Sample").put("lastName", name);
    person
        .putArray("credentials")
        .addObject()
        .put("type", "password")
        .put("value", password(name))
        .put("temporary", false);
    return person;
  }

  /** The password of a person; the realm requires 12 characters. */
  static String password(String person) {
    return person + "-demo-password";
  }

  /** The program and its options, which serve at a port of the loopback interface. */
  List<String> command(int port, int managementPort) {
    return List.of(
        "sh",
        folder.resolve("bin/kc.sh").toString(),
        "start-dev",
        "--import-realm",
        "--http-host=127.0.0.1",
        "--http-port=" + port,
        "--http-management-port=" + managementPort,
        "--log-level=warn");
  }

  /**
   * The environment of the program.
   *
   * @param address of the cluster
   */
  Map<String, String> environment(String address) {
    Map<String, String> environment = new HashMap<>();
    environment.put("JAVA", folder.resolve(JVM).toString());
    environment.put("JAVA_OPTS_KC_HEAP", MEMORY);
    environment.put("GLEBE_URL", address);
    String keys = new JWKSet(consoleKey).toString(true);
    environment.put("GLEBE_CONSOLE_JWKS", keys.replace("\"", "\\\""));
    environment.put("GLEBE_REGISTRY_SECRET", registrySecret);
    return environment;
  }

  /** What gateways must know of a server at this port. */
  Map<String, String> settings(int port) {
    String server = "http://127.0.0.1:" + port;
    return Map.of(
        "GLEBE_IDENTITY_ISSUER",
        server + "/realms/glebe",
        "GLEBE_CONSOLE_KEY",
        consoleKey.toJSONString(),
        "GLEBE_REGISTRY_KEYCLOAK",
        server + "/admin/realms/glebe",
        "GLEBE_REGISTRY_SECRET",
        registrySecret);
  }
}
