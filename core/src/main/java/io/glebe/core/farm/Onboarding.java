package io.glebe.core.farm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.Permissions;
import io.glebe.core.catalogue.StarterRoles;
import io.glebe.core.database.Database;
import io.glebe.core.json.Json;
import io.glebe.core.json.NameUuids;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.Uuids;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.core.thread.OffLoop;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Creates the first records of a deployment (originType SYSTEM): starter roles, users,
 * administrators, and farms with their owner. All methods can be called again: existing records
 * stay as they are.
 */
public final class Onboarding {
  /** Namespace of the ids of starter roles (from their code) and of users (from their subject). */
  private static final UUID NAMESPACE = UUID.fromString("3a9f1c52-6f0b-5c1e-9a53-0d8c2b7e4f10");

  /** Code of the role of developers in the app registry. */
  public static final String APP_DEVELOPER = "STORE_DEVELOPER";

  /** Code of the role of reviewers in the app registry. */
  public static final String APP_REVIEWER = "STORE_REVIEWER";

  /** Code of the role of maintainers in the service registry. */
  public static final String SERVICE_MAINTAINER = "SERVICE_MAINTAINER";

  /** Permissions of a platform administrator on every farm and in every organization. */
  private static final List<String> ADMINISTRATION =
      List.of(
          "organization:*",
          "user:*",
          "role:*",
          "accessAssignment:*",
          "farm:create",
          "farm:read",
          "farm:update",
          "auditLog:read",
          "serviceCatalogue:*",
          "processingService:*",
          "dataType:*",
          "codeMapping:*");

  /**
   * A person, or a client that works as itself.
   *
   * @param subject {@code sub} at the identity provider
   * @param issuer that provider; empty for the configured one
   */
  public record NewUser(
      String subject, Optional<String> issuer, String displayName, Optional<String> email) {}

  private final Database database;
  private final RecordService records;

  public Onboarding(Database database, RecordService records) {
    this.database = database;
    this.records = records;
  }

  /** Id of a starter role, or of the administrator's. */
  public static UUID roleId(String code) {
    return NameUuids.v5(NAMESPACE, code);
  }

  /** Creates the starter roles and the roles of administrators and of the registries. */
  public Future<Void> roles() {
    return OffLoop.run(
        () -> {
          for (StarterRoles.StarterRole role : StarterRoles.standard().roles()) {
            role(role.code(), role.code(), role.description(), role.permissions());
          }
          List<String> permissions =
              ADMINISTRATION.stream()
                  .flatMap(pattern -> Permissions.standard().expand(pattern).stream())
                  .distinct()
                  .collect(Collectors.toCollection(ArrayList::new));
          permissions.addAll(Permissions.APP_DEVELOPER);
          permissions.addAll(Permissions.APP_REVIEWER);
          permissions.addAll(Permissions.SERVICE_MAINTAINER);
          role(
              SubjectRoles.ADMINISTRATOR,
              SubjectRoles.ADMINISTRATOR,
              "Administers the platform, sees no farm data",
              permissions);
          role(
              APP_DEVELOPER,
              "store-developer",
              "Registers apps in the app registry",
              Permissions.APP_DEVELOPER);
          role(
              APP_REVIEWER,
              "store-reviewer",
              "Reviews apps of others in the app registry",
              Permissions.APP_REVIEWER);
          List<String> maintainer = new ArrayList<>(Permissions.SERVICE_MAINTAINER);
          maintainer.addAll(Permissions.standard().expand("processingService:*"));
          role(
              SERVICE_MAINTAINER,
              "service-maintainer",
              "Onboards and disables services in the service registry",
              maintainer);
          return null;
        });
  }

  private void role(String code, String name, String description, List<String> permissions) {
    ObjectNode doc = Json.object().put("name", name).put("code", code);
    doc.put("description", description);
    permissions.forEach(doc.putArray("permissions")::add);
    create("Role", roleId(code), doc);
  }

  /** The User record of that subject; it is created if it does not exist. */
  public Future<UUID> user(NewUser user) {
    return OffLoop.run(() -> userOf(user, List.of()));
  }

  /** The User record of that subject with the administrator's role. */
  public Future<UUID> administrator(NewUser user) {
    return userWithRole(user, SubjectRoles.ADMINISTRATOR);
  }

  /**
   * The User record of that subject with a role of the platform.
   *
   * @param code of the role
   */
  public Future<UUID> userWithRole(NewUser user, String code) {
    return OffLoop.run(
        () -> {
          UUID role = roleId(code);
          UUID id = userOf(user, List.of(role));
          ObjectNode doc = stored(id);
          ArrayNode roles = doc.withArray("roleIds");
          boolean has = false;
          for (var held : roles) {
            has |= held.asText().equals(role.toString());
          }
          if (!has) {
            ObjectNode patch = Json.object();
            patch.set("roleIds", roles.deepCopy().add(role.toString()));
            records
                .patch(
                    WriteRequest.of(Caller.system(), Catalogue.standard().get("User"), id, patch))
                .await();
          }
          return id;
        });
  }

  /** Whether an active user holds the role of administrators. */
  public Future<Boolean> hasAdministrator() {
    return database
        .query(
            """
            select 1
            from record.users
            where doc -> 'roleIds' ? $1 and doc ->> 'status' = 'ACTIVE'
              and doc ->> 'subject' is not null
            limit 1
            """,
            roleId(SubjectRoles.ADMINISTRATOR).toString())
        .map(rows -> rows.size() > 0);
  }

  private ObjectNode stored(UUID user) {
    return Json.parseObject(
        database
            .query("select doc::text from record.users where id = $1", user)
            .await()
            .iterator()
            .next()
            .getString(0));
  }

  private UUID userOf(NewUser user, List<UUID> roles) {
    Optional<UUID> known = find(user);
    if (known.isPresent()) {
      return known.get();
    }
    ObjectNode doc =
        Json.object()
            .put("displayName", user.displayName())
            .put("subject", user.subject())
            .put("status", "ACTIVE");
    user.issuer().ifPresent(issuer -> doc.put("issuer", issuer));
    user.email().ifPresent(email -> doc.put("email", email));
    if (!roles.isEmpty()) {
      ArrayNode ids = doc.putArray("roleIds");
      roles.forEach(id -> ids.add(id.toString()));
    }
    String name = "user " + user.issuer().orElse("") + " " + user.subject();
    create("User", NameUuids.v5(NAMESPACE, name), doc);
    return find(user).orElseGet(() -> anew(user, doc));
  }

  /** The id can be guessed and another person has used it. */
  private UUID anew(NewUser user, ObjectNode doc) {
    create("User", Uuids.timeOrdered(), doc);
    return find(user).orElseThrow();
  }

  private Optional<UUID> find(NewUser user) {
    var rows =
        database
            .query(
                """
                select id from record.users where doc ->> 'subject' = $1
                  and coalesce(doc ->> 'issuer', '') = $2
                """,
                user.subject(),
                user.issuer().orElseGet(records::defaultIssuer))
            .await();
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next().getUUID(0));
  }

  /** The organization; it is created if it does not exist. */
  public Future<Void> organization(UUID id, String name) {
    return OffLoop.run(() -> create("Organization", id, Json.object().put("name", name)));
  }

  /**
   * The farm; it is created if it does not exist.
   *
   * @param doc its attributes without id and originType
   */
  public Future<Void> farm(UUID id, ObjectNode doc) {
    return OffLoop.run(() -> create("Farm", id, doc.deepCopy()));
  }

  /**
   * Gives the user the starter role with that code on the farm and returns the id of the
   * assignment.
   */
  public Future<UUID> assign(UUID user, UUID farm, String role) {
    UUID id = NameUuids.v5(farm, user + " " + role);
    ObjectNode doc =
        Json.object()
            .put("userId", user.toString())
            .put("farmId", farm.toString())
            .put("roleId", roleId(role).toString());
    return OffLoop.run(() -> create("AccessAssignment", id, doc)).map(id);
  }

  private Void create(String entity, UUID id, ObjectNode doc) {
    doc.put("id", id.toString()).put("originType", "SYSTEM");
    try {
      records
          .put(
              WriteRequest.of(Caller.system(), Catalogue.standard().get(entity), id, doc)
                  .createOnly())
          .await();
    } catch (Problem problem) {
      if (problem.type() != ProblemType.PRECONDITION_FAILED) {
        throw problem;
      }
    }
    return null;
  }
}
