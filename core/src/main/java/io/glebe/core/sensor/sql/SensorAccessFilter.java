package io.glebe.core.sensor.sql;

import io.glebe.core.access.Access;
import io.glebe.core.access.AccessibleOwners;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;

/** What a caller sees, as conditions: the farms in reach, and what is the caller's own. */
public final class SensorAccessFilter {
  private final Caller caller;

  public SensorAccessFilter(Caller caller) {
    this.caller = caller;
  }

  /** The condition under which the row behind the alias is seen. */
  public String of(SensorEntityType type, String alias, SqlText text) {
    Permission permission = new Permission(type.permission(), Action.READ);
    if (!caller.scope().allows(permission)) {
      return "false";
    }
    AccessibleOwners reach = Access.farms(caller, permission);
    if (reach.everything()) {
      return "true";
    }
    if (type.isObservation()) {
      String d = text.alias();
      return "exists (select 1 from sensor.datastream "
          + d
          + " where "
          + d
          + ".id = "
          + alias
          + ".datastream_id and "
          + rows(d, reach, text)
          + ")";
    }
    String own = rows(alias, reach, text);
    if (type.sharedBy().isEmpty()) {
      return own;
    }
    String d = text.alias();
    return "("
        + own
        + " or exists (select 1 from sensor.datastream "
        + d
        + " where "
        + d
        + "."
        + type.sharedBy().get()
        + " = "
        + alias
        + ".id and "
        + rows(d, reach, text)
        + "))";
  }

  /** The same for all observations of one datastream, asked of the datastream's row. */
  public String ofObservationsOf(String datastream, SqlText text) {
    Permission permission = new Permission(SensorModel.OBSERVATION.permission(), Action.READ);
    if (!caller.scope().allows(permission)) {
      return "false";
    }
    AccessibleOwners reach = Access.farms(caller, permission);
    return reach.everything() ? "true" : rows(datastream, reach, text);
  }

  private String rows(String alias, AccessibleOwners reach, SqlText text) {
    String own =
        "("
            + alias
            + ".farm_id is null and "
            + alias
            + ".owner = "
            + text.bind(SensorAccess.owner(caller), "text")
            + ")";
    return reach.isEmpty()
        ? own
        : "("
            + alias
            + ".farm_id = any("
            + text.bind(reach.array(), "uuid[]")
            + ") or "
            + own
            + ")";
  }
}
