package io.glebe.core.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.catalogue.Permissions;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.identity.RevokedClients;
import io.glebe.core.infrastructure.TestInfrastructure;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordFixture;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.registry.manifest.ManifestFixture;
import io.glebe.core.registry.provider.ClientDescription;
import io.glebe.core.registry.provider.ClientRegistration;
import io.glebe.core.registry.provider.ProviderClient;
import io.vertx.core.Future;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The whole app registry with a provider that agrees to everything, and its people. */
final class RegistryStation implements AutoCloseable {
  static final String ISSUER = "https://issuer.example";
  private static final ScopeMap SCOPES =
      ScopeMap.parse("farm-api: farm-read=*:read farm-write=*:create|*:update");

  final TestInfrastructure platform;
  final AppRegistry registry;

  /** The version that the provider has enabled for each client. */
  final Map<String, Integer> enabled = new ConcurrentHashMap<>();

  final RevokedClients revoked;
  final Caller developer;
  final Caller reviewer;
  final Caller secondReviewer;
  private final RecordFixture records;

  private final class Agreeing implements ClientRegistration {
    @Override
    public Future<ProviderClient> enable(ClientDescription client, Optional<ProviderClient> known) {
      enabled.put(client.id(), client.version());
      return Future.succeededFuture(new ProviderClient(client.id()));
    }

    @Override
    public Future<Void> disable(ProviderClient client) {
      enabled.remove(client.id());
      return Future.succeededFuture();
    }
  }

  RegistryStation(Settings settings) {
    platform = new TestInfrastructure(settings);
    records = new RecordFixture(platform.resources().database(), platform::close);
    revoked = new RevokedClients(platform.resources().database(), () -> {});
    registry =
        AppRegistry.open(
                platform.resources(),
                new AppRegistry.Dependencies(
                    records.records,
                    SCOPES,
                    revoked,
                    ISSUER,
                    new Agreeing(),
                    host -> List.of(InetAddress.ofLiteral("203.0.113.7"))))
            .await();
    developer = developer();
    reviewer = person(Permissions.APP_REVIEWER);
    List<String> both = new ArrayList<>(Permissions.APP_REVIEWER);
    both.addAll(Permissions.APP_DEVELOPER);
    secondReviewer = person(both);
  }

  /** Settings with which a developer has at most three apps of at most three versions. */
  static Settings limited() {
    return Settings.defaults()
        .with(IdentitySettings.REGISTRY_APPS, "3")
        .with(IdentitySettings.REGISTRY_VERSIONS, "3");
  }

  /** A new developer. */
  Caller developer() {
    return person(Permissions.APP_DEVELOPER);
  }

  private Caller person(List<String> permissions) {
    UUID id = UUID.randomUUID();
    UUID role = UUID.randomUUID();
    ObjectNode doc = Json.object().put("name", "Registry " + role).put("originType", "SYSTEM");
    permissions.forEach(doc.putArray("permissions")::add);
    records.put(Caller.system(), "Role", role, doc);
    records.user(id, "person");
    roles(id, "['" + role + "']");
    Set<Permission> granted =
        permissions.stream().map(Permission::of).collect(Collectors.toCollection(HashSet::new));
    return records
        .person(id, "console", Set.of())
        .with(new Grants.Builder().user(id).platform(granted).build());
  }

  /** Replaces the roles in the record of a person. */
  void roles(UUID person, String roles) {
    WriteRequest change =
        WriteRequest.of(
            Caller.system(),
            RecordFixture.type("User"),
            person,
            RecordFixture.json("{'roleIds': " + roles + "}"));
    records.records.patch(change).await();
  }

  /** A new reviewer. */
  Caller reviewer() {
    return person(Permissions.APP_REVIEWER);
  }

  /** The owner of a farm, without a role in the registry. */
  Caller farmer() {
    return records.owner();
  }

  /** A manifest with a name of its own. */
  static ObjectNode manifest(String... scopes) {
    ObjectNode manifest = ManifestFixture.manifest(name());
    manifest.withObject("/access/0").putArray("scopes");
    List.of(scopes.length == 0 ? new String[] {"farm-read"} : scopes)
        .forEach(manifest.withArray("/access/0/scopes")::add);
    return manifest;
  }

  /** Letters that look like no others. */
  private static String name() {
    StringBuilder name = new StringBuilder("Field ");
    UUID.randomUUID()
        .toString()
        .replace("-", "")
        .chars()
        .forEach(digit -> name.append("abdefghjkmpqstxy".charAt(Character.digit(digit, 16))));
    return name.toString();
  }

  /** A new app with this first version. */
  UUID registered(Caller developer, ObjectNode manifest) {
    return registry.drafts().register(developer, manifest).await().app();
  }

  UUID submitted(Caller developer, ObjectNode manifest) {
    UUID app = registered(developer, manifest);
    registry.drafts().submit(developer, app, 1).await();
    return app;
  }

  UUID approved(Caller developer, ObjectNode manifest) {
    UUID app = submitted(developer, manifest);
    registry.reviews().approve(reviewer, app, 1, "").await();
    return app;
  }

  RegisteredApp app(UUID id) {
    return registry.queries().app(reviewer, id).await();
  }

  AppVersion version(UUID app, int number) {
    return registry.queries().version(reviewer, app, number).await();
  }

  VersionState state(UUID app, int number) {
    return version(app, number).state();
  }

  @Override
  public void close() {
    registry.close();
    records.close();
  }
}
