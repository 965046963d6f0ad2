package io.glebe.core.commission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Permission;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.time.Rfc3339;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A commission as a user orders it, without what only the database can check. */
record CommissionOrder(
    UUID farm,
    List<UUID> fields,
    List<Permission> permissions,
    Instant from,
    Instant until,
    ObjectNode parameters) {

  /** Limits of an order. */
  record Limits(int fields, Duration longest) {}

  private static final KnownMembers MEMBERS =
      KnownMembers.of(
          "a commission", "farmId", "fieldIds", "permissions", "startsAt", "endsAt", "parameters");

  /** The order in a body; a 422 problem with all faults. */
  static CommissionOrder read(ObjectNode body, Limits limits, Instant now) {
    List<Violation> faults = new ArrayList<>(MEMBERS.faults(body, ""));
    Optional<UUID> farm = UuidSyntax.parse(body.path("farmId").asText(""));
    if (farm.isEmpty()) {
      faults.add(Violation.at("required", "/farmId", "must be the id of a farm"));
    }
    List<UUID> fields = fields(body.path("fieldIds"), limits.fields(), faults);
    List<Permission> permissions = permissions(body.path("permissions"), faults);
    Instant from = body.has("startsAt") ? time(body, "startsAt", now, faults) : now;
    Instant until = time(body, "endsAt", now, faults);
    period(body, from, until, now, limits, faults);
    JsonNode parameters = body.path("parameters");
    if (!parameters.isMissingNode() && !parameters.isObject()) {
      faults.add(Violation.at("type", "/parameters", "must be an object"));
    }
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    return new CommissionOrder(
        farm.orElseThrow(),
        fields,
        permissions,
        from,
        until,
        parameters instanceof ObjectNode object ? object : Json.object());
  }

  private static List<UUID> fields(JsonNode array, int max, List<Violation> faults) {
    Set<UUID> fields = new LinkedHashSet<>();
    if (!array.isArray() || array.isEmpty() || array.size() > max) {
      faults.add(Violation.at("length", "/fieldIds", "must be an array of 1 to " + max + " ids"));
      return List.of();
    }
    for (int i = 0; i < array.size(); i++) {
      Optional<UUID> field = UuidSyntax.parse(array.get(i).asText(""));
      if (field.isEmpty() || !fields.add(field.get())) {
        faults.add(
            Violation.at("field", "/fieldIds/" + i, "must be the id of a field, each field once"));
      }
    }
    return List.copyOf(fields);
  }

  private static List<Permission> permissions(JsonNode array, List<Violation> faults) {
    List<String> possible = CommissionPermissions.names();
    if (!array.isArray() || array.isEmpty() || array.size() > possible.size()) {
      faults.add(
          Violation.at(
              "length", "/permissions", "must be an array of 1 to " + possible.size() + " names"));
      return List.of();
    }
    Set<Permission> permissions = new LinkedHashSet<>();
    for (int i = 0; i < array.size(); i++) {
      String name = array.get(i).asText("");
      if (!possible.contains(name)) {
        faults.add(
            Violation.at(
                "permission",
                "/permissions/" + i,
                "must be one of " + String.join(", ", possible)));
      } else if (!permissions.add(Permission.of(name))) {
        faults.add(Violation.at("duplicate", "/permissions/" + i, "is listed before"));
      }
    }
    return List.copyOf(permissions);
  }

  private static Instant time(
      ObjectNode body, String member, Instant other, List<Violation> faults) {
    Optional<Instant> time = Rfc3339.instant(body.path(member).asText(""));
    if (time.isEmpty()) {
      faults.add(
          Violation.at(
              body.has(member) ? "type" : "required", "/" + member, "must be a UTC timestamp"));
    }
    return time.orElse(other);
  }

  private static void period(
      ObjectNode body,
      Instant from,
      Instant until,
      Instant now,
      Limits limits,
      List<Violation> faults) {
    if (!faults.isEmpty() && !body.has("endsAt")) {
      return;
    }
    if (!until.isAfter(from) || !until.isAfter(now)) {
      faults.add(Violation.at("period", "/endsAt", "must be after startsAt and in the future"));
    } else if (until.isAfter(now.plus(limits.longest()))) {
      faults.add(
          Violation.at(
              "period", "/endsAt", "must be within " + limits.longest().toDays() + " days"));
    }
  }
}
