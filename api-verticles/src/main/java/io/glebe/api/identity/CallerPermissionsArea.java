package io.glebe.api.identity;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.ApiArea;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Guard;
import io.glebe.api.http.Operation;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.json.Json;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Shows callers their own permissions, so that an app offers only the operations that succeed. */
final class CallerPermissionsArea implements ApiArea {
  @Override
  public String name() {
    return "identity";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/permissions",
        Operation.of(
                "getCallerPermissions",
                "The permissions that roles and the scopes of the token grant the caller together",
                Guard.FARM,
                request -> Future.succeededFuture(reply(request)))
            .tag("administration")
            .answers(DocumentedResponse.json(200, "the permissions", schema())));
  }

  private static ObjectNode schema() {
    ObjectNode grant =
        Members.of("CallerGrant", "Farms and organizations with the same permissions")
            .must("farmIds", Schemas.list(Schemas.uuid()))
            .must("organizationIds", Schemas.list(Schemas.uuid()))
            .must("permissions", permissions())
            .schema();
    return Members.of("CallerPermissions", "The permissions of the caller now")
        .may("userId", Schemas.uuid().put("description", "absent without a User record"))
        .must("administrator", Schemas.flag())
        .must("everywhere", permissions().put("description", "on every farm: of administrators"))
        .must("onPlatform", permissions().put("description", "on records of the platform"))
        .must("grants", Schemas.list(grant))
        .schema();
  }

  private static ObjectNode permissions() {
    return Schemas.list(Schemas.text("for example task:create"));
  }

  private static Reply reply(ApiRequest request) {
    Caller caller = request.caller();
    Grants grants = caller.grants();
    ObjectNode json = Json.object();
    grants.userId().ifPresent(id -> json.put("userId", id.toString()));
    json.put("administrator", grants.isAdministrator());
    texts(json.putArray("everywhere"), granted(caller, grants.permissionsEverywhere()));
    texts(json.putArray("onPlatform"), granted(caller, grants.platformPermissions()));
    ArrayNode list = json.putArray("grants");
    equalGrants(caller, grants).forEach((permissions, owners) -> add(list, permissions, owners));
    return Reply.json(json).cache("no-store");
  }

  /** Farms and organizations by their permissions: most people have one role on all of them. */
  private static Map<Set<Permission>, Owners> equalGrants(Caller caller, Grants grants) {
    Map<Set<Permission>, Owners> equal = new LinkedHashMap<>();
    new TreeMap<>(grants.farmPermissions())
        .forEach((id, all) -> owners(equal, granted(caller, all)).farms().add(id));
    new TreeMap<>(grants.organizationPermissions())
        .forEach((id, all) -> owners(equal, granted(caller, all)).organizations().add(id));
    return equal;
  }

  private record Owners(Set<UUID> farms, Set<UUID> organizations) {}

  private static Owners owners(Map<Set<Permission>, Owners> equal, Set<Permission> permissions) {
    return equal.computeIfAbsent(permissions, p -> new Owners(new TreeSet<>(), new TreeSet<>()));
  }

  private static Set<Permission> granted(Caller caller, Set<Permission> ofRoles) {
    Set<Permission> both = new TreeSet<>(ofRoles);
    both.removeIf(permission -> !caller.scope().allows(permission));
    return both;
  }

  private static void add(ArrayNode list, Set<Permission> permissions, Owners owners) {
    ObjectNode grant = list.addObject();
    texts(grant.putArray("farmIds"), owners.farms());
    texts(grant.putArray("organizationIds"), owners.organizations());
    texts(grant.putArray("permissions"), permissions);
  }

  private static void texts(ArrayNode array, Collection<?> values) {
    values.forEach(value -> array.add(value.toString()));
  }
}
