package io.glebe.api.farm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Route;
import io.glebe.api.http.body.Body;
import io.glebe.api.matrix.MatrixPlace;
import io.glebe.api.matrix.Target;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.OwnerPath;
import io.glebe.core.catalogue.sample.SampleRecords;
import io.glebe.core.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The operations of the farm API for the permission matrix. Their paths and bodies name the records
 * of one farm: one record of every collection and the records of nested paths.
 */
public final class FarmTargets {
  private static final String GENERIC = "/v1/[a-z-]+/\\{id}";

  private static final Set<String> FOR_PEOPLE =
      Set.of("postOrganization", "listUser", "listAccessAssignment", "listAuditLog");

  private final FarmWorld world = new FarmWorld();
  private final SampleRecords samples;

  /** The owner of the record of each collection, by the path of the collection. */
  private final Map<String, MatrixPlace> places = new HashMap<>();

  private final Set<String> inOrganization = new HashSet<>();

  /** Record ids by the path of the collection. */
  private final Map<String, UUID> records = new HashMap<>();

  /**
   * @param seed seed of the sample records
   */
  public FarmTargets(long seed) {
    samples = new SampleRecords(seed);
    for (Map.Entry<String, ObjectNode> e : samples.world().entrySet()) {
      EntityType type = Catalogue.standard().get(e.getKey());
      records.put(type.path(), made(type, e.getValue()));
      places.put(type.path(), place(type));
    }
  }

  /** The home farm. */
  public UUID farm() {
    return world.home.farm;
  }

  /** The secret text in every record of the home farm. */
  public String secret() {
    return world.secret;
  }

  /** Assigns a role on the home farm to a user. */
  public void assign(String subject, String role) {
    world.home.assign(subject, role);
  }

  private UUID made(EntityType type, ObjectNode sample) {
    return switch (type.name()) {
      case "Organization" -> world.home.organization;
      case "Farm" -> world.home.farm;
      case "AuditLog" -> entry();
      default -> {
        ObjectNode doc =
            Json.parseObject(
                Json.write(sample)
                    .replace(
                        samples.id("Organization").toString(), world.home.organization.toString())
                    .replace(samples.id("Farm").toString(), world.home.farm.toString()));
        doc.put("probe", world.secret);
        makeUnique(type, doc);
        if (type.name().equals("User")) {
          doc.putArray("organizationIds").add(world.home.organization.toString());
        }
        yield TestFarm.system(type.name(), samples.id(type.name()), Json.write(doc));
      }
    };
  }

  /**
   * Makes the values of keys unique that platform records share: other tests create sample records
   * in the same database.
   */
  private void makeUnique(EntityType type, ObjectNode doc) {
    String suffix = "_" + world.home.farm.toString().substring(0, 8).toUpperCase(Locale.ROOT);
    for (BusinessKey key : type.businessKeys()) {
      for (String member : key.members()) {
        if (!key.absentEqual().isEmpty()
            && !key.absentEqual().contains(member)
            && doc.has(member)
            && List.of("code", "name").contains(member)) {
          doc.put(member, doc.path(member).asText() + suffix);
        }
      }
    }
  }

  /** An audit log entry of the home farm that every role may read. */
  private UUID entry() {
    return one(
            "select id from record.audit_logs where farm_id = $1 and doc ->> 'entityType' ="
                + " 'Field' limit 1",
            world.home.farm)
        .getUUID(0);
  }

  private MatrixPlace place(EntityType type) {
    if (type.name().equals("User")) {
      return MatrixPlace.ORGANIZATION; // by the record's organizationIds
    }
    String table = type.path().replace('-', '_');
    Row row =
        one(
            "select farm_id, organization_id from record." + table + " where id = $1",
            records.get(type.path()));
    boolean organization = row.getUUID("organization_id") != null;
    if (type.reaches().getFirst() instanceof OwnerPath.OfPlatform) {
      if (organization) {
        inOrganization.add(type.path());
      }
      return MatrixPlace.PLATFORM;
    }
    if (row.getUUID("farm_id") != null) {
      return MatrixPlace.FARM;
    }
    boolean platform = type.reaches().stream().anyMatch(way -> way instanceof OwnerPath.OfPlatform);
    return organization
        ? MatrixPlace.ORGANIZATION
        : platform ? MatrixPlace.PLATFORM : MatrixPlace.CREATOR;
  }

  private static Row one(String sql, Object... values) {
    return TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(sql, values)
        .await()
        .iterator()
        .next();
  }

  /** All operations of the farm API that can be tested on the home farm. */
  public List<Target> all() {
    List<Target> targets = new ArrayList<>();
    for (Route route : TestPlatform.shared().platform().routes().routes()) {
      if (route.operation().guard() == Guard.FARM) {
        target(route).ifPresent(targets::add);
      }
    }
    return targets;
  }

  private Optional<Target> target(Route route) {
    boolean generic = route.template().matches(GENERIC) && records.containsKey(collection(route));
    if (generic) {
      return Optional.of(generic(route));
    }
    if (route.operation().id().equals("getCallerPermissions")) {
      return Optional.empty(); // every caller may; CallerPermissionsTest
    }
    if (route.template().startsWith("/v1/farms/{farmId}/device-accounts")) {
      return Optional.of(deviceAccount(route));
    }
    if (route.template().startsWith("/v1/farms/{farmId}/alarm-webhooks")) {
      return Optional.of(alarmWebhook(route));
    }
    if (route.template().startsWith("/v1/farms/{farmId}/alarm-subscriptions")) {
      return alarmSubscription(route);
    }
    if (route.area().equals("identity") || route.template().startsWith("/v1/admin/")) {
      return Optional.of(administration(route));
    }
    boolean ordinary = List.of("farm", "features").contains(route.area());
    boolean lists = FarmWorld.parameters(route).isEmpty();
    if (!ordinary || !lists && !world.holds(route)) {
      return Optional.empty();
    }
    List<Permission> permissions = permissions(route);
    boolean items = route.operation().id().equals("listFarmFeatures");
    MatrixPlace named =
        permissions.isEmpty() ? MatrixPlace.TOKEN : items ? MatrixPlace.LIST : MatrixPlace.FARM;
    return Optional.of(
        new Target(
            route,
            world.path(route),
            body(route).replace('\'', '"'),
            FarmWorld.type(route),
            permissions,
            lists ? place(route, permissions) : named,
            lists ? places.getOrDefault(collection(route), MatrixPlace.FARM) : MatrixPlace.FARM));
  }

  /** An operation of the accounts of devices; the Thing and the account need not exist. */
  private Target deviceAccount(Route route) {
    boolean makes = route.method().name().equals("POST");
    List<Permission> permissions =
        new ArrayList<>(List.of(permissions(route).getFirst(), Permission.of("farm:read")));
    if (makes) {
      permissions.addAll(List.of(Permission.of("user:create"), Permission.of("device:update")));
    }
    return new Target(
        route,
        route.template().replace("{farmId}", world.home.farm.toString()).replace("{name}", "none"),
        makes ? "{\"thingId\": 1}" : "",
        FarmWorld.type(route),
        permissions,
        MatrixPlace.FARM,
        MatrixPlace.FARM);
  }

  /** An operation of webhooks. Nothing is sent: nobody listens at the address. */
  private Target alarmWebhook(Route route) {
    UUID webhook = UUID.randomUUID();
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "INSERT INTO alarm.webhook (id, farm_id, name, url, minimum_severity, secret)"
                + " VALUES ($1, $2, 'Matrix', 'http://127.0.0.1:9/', 'CRITICAL', '')",
            Tuple.of(webhook, world.home.farm))
        .await();
    boolean makes = route.operation().id().equals("createAlarmWebhook");
    return new Target(
        route,
        route
            .template()
            .replace("{farmId}", world.home.farm.toString())
            .replace("{webhookId}", webhook.toString()),
        makes ? "{\"name\": \"Matrix\", \"url\": \"ftp://hooks.example.org\"}" : "",
        FarmWorld.type(route),
        List.of(permissions(route).getFirst(), Permission.of("farm:read")),
        MatrixPlace.FARM,
        MatrixPlace.FARM);
  }

  /** The list of the own browsers; the changes are tested by AlarmSubscriptionsTest. */
  private Optional<Target> alarmSubscription(Route route) {
    return Optional.of(route)
        .filter(list -> list.method().name().equals("GET"))
        .map(
            list ->
                new Target(
                    list,
                    list.template().replace("{farmId}", world.home.farm.toString()),
                    "",
                    FarmWorld.type(list),
                    List.of(permissions(list).getFirst(), Permission.of("farm:read")),
                    MatrixPlace.FARM,
                    MatrixPlace.FARM));
  }

  /** An operation for administrators only; its records need not exist. */
  private Target administration(Route route) {
    String path =
        route
            .template()
            .replace("{name}", account(route))
            .replace("{userId}", records.get("users").toString())
            .replaceAll("\\{[^}]*}", "00000000-0000-4000-8000-000000000000");
    String body = route.operation().body().kind() == Body.Kind.NONE ? "" : "{\"probe\": 1}";
    return new Target(
        route,
        path,
        body,
        FarmWorld.type(route),
        permissions(route),
        MatrixPlace.ADMINISTRATION,
        MatrixPlace.ADMINISTRATION);
  }

  /** A mapping is read of an account that has one. */
  private static String account(Route route) {
    if (!route.operation().id().equals("getMqttMapping")) {
      return "matrix-account";
    }
    one(
        """
        insert into identity.service_account (name, password_hash, scopes, enabled)
        values ('matrix-mapped', 'none', '{}', false)
        on conflict (name) do update set enabled = false
        returning name
        """);
    return one("""
            insert into sensor.mqtt_mapping (account, mapping)
            values ('matrix-mapped', '{"templates": [
              {"topic": "matrix/{device}", "thing": "{device}", "measures": [{"name": "a"}]}]}')
            on conflict (account) do update set changed_at = now()
            returning account
            """)
        .getString(0);
  }

  /**
   * A body that is refused after the permission check, so that no caller becomes owner of a new
   * farm.
   */
  private String body(Route route) {
    return switch (route.operation().id()) {
      case "postOrganization" -> "{}";
      case "addFarmUser" -> "{'email': '$uuid@example.org', 'role': 'WORKER'}";
      case "postFarm" -> "{'organizationId': '" + world.home.organization + "'}";
      default -> world.body(route);
    };
  }

  private static MatrixPlace place(Route route, List<Permission> permissions) {
    if (permissions.isEmpty()) {
      return route.area().equals("features") ? MatrixPlace.TOKEN : MatrixPlace.PERSON;
    }
    if (FOR_PEOPLE.contains(route.operation().id())) {
      return MatrixPlace.PERSON;
    }
    return route.method().name().equals("POST") ? MatrixPlace.FARM : MatrixPlace.LIST;
  }

  private Target generic(Route route) {
    String collection = collection(route);
    UUID id = records.get(collection);
    MatrixPlace reading = places.getOrDefault(collection, MatrixPlace.FARM);
    boolean writes = !route.method().name().equals("GET");
    boolean user = collection.equals("users");
    boolean removes = route.method().name().equals("DELETE");
    return new Target(
        route,
        "/v1/" + collection + "/" + id,
        switch (route.method().name()) {
          case "PUT" -> stored(collection, id);
          case "PATCH" -> "{\"probe\": \"" + UUID.randomUUID() + "\"}";
          default -> "";
        },
        FarmWorld.type(route),
        permissions(route),
        user && removes ? MatrixPlace.ADMINISTRATION : writes ? writing(collection) : reading,
        reading);
  }

  /** All users read the records of catalogues; the organization in the record writes them. */
  private MatrixPlace writing(String collection) {
    return inOrganization.contains(collection)
        ? MatrixPlace.ORGANIZATION
        : places.getOrDefault(collection, MatrixPlace.FARM);
  }

  private static String stored(String collection, UUID id) {
    ObjectNode doc =
        Json.parseObject(
            one(
                    "select doc::text from record."
                        + collection.replace('-', '_')
                        + " where id = $1",
                    id)
                .getString(0));
    return Json.write(doc.put("id", id.toString()).put("originType", "SYSTEM"));
  }

  private static String collection(Route route) {
    String path = route.template().substring("/v1/".length());
    return path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
  }

  /**
   * The required permissions; for "create or update", the one that applies to the target's method.
   */
  private static List<Permission> permissions(Route route) {
    if (route.operation().id().equals("addFarmUser")) { // also the permissions of the assigned role
      return List.of(
          Permission.of("accessAssignment:create"),
          Permission.of("user:create"),
          Permission.of("farm:read"));
    }
    List<Permission> permissions = route.operation().permissions().anyOf();
    if (permissions.isEmpty()) {
      return List.of();
    }
    boolean first = route.method().name().equals("POST") || route.area().equals("features");
    return List.of(first ? permissions.getFirst() : permissions.getLast());
  }
}
