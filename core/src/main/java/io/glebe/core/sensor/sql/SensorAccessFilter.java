package io.glebe.core.sensor.sql;

import io.glebe.core.access.Access;
import io.glebe.core.access.AccessFilter;
import io.glebe.core.access.Action;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.sensor.access.SensorAccess;
import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;

/**
 * SQL conditions for the sensor entities that a caller may read, by {@link AccessFilter}. An
 * observation is read with its datastream, and a shared entity also with any datastream that refers
 * to it.
 */
public final class SensorAccessFilter {
  private final Caller caller;

  public SensorAccessFilter(Caller caller) {
    this.caller = caller;
  }

  /** The condition for readable rows with this alias. */
  public String of(SensorEntityType type, String alias, SqlText text) {
    Permission permission = new Permission(type.permission(), Action.READ);
    if (!caller.scope().allows(permission)) {
      return "false";
    }
    if (Access.farms(caller, permission).everything()) {
      return "true";
    }
    AccessFilter filter = new AccessFilter(caller, permission);
    if (type.isObservation()) {
      String d = text.alias();
      return "exists (select 1 from sensor.datastream "
          + d
          + " where "
          + d
          + ".id = "
          + alias
          + ".datastream_id and "
          + rows(d, filter, text)
          + ")";
    }
    String own = rows(alias, filter, text);
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
        + rows(d, filter, text)
        + "))";
  }

  /** The condition, over the row of a datastream, that its observations are readable. */
  public String ofObservationsOf(String datastream, SqlText text) {
    Permission permission = new Permission(SensorModel.OBSERVATION.permission(), Action.READ);
    if (!caller.scope().allows(permission)) {
      return "false";
    }
    return rows(datastream, new AccessFilter(caller, permission), text);
  }

  private static String rows(String alias, AccessFilter filter, SqlText text) {
    return filter.condition(SensorAccess.columns(alias), text::bind);
  }
}
