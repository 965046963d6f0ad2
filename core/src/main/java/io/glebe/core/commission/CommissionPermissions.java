package io.glebe.core.commission;

import io.glebe.core.access.Permission;
import java.util.ArrayList;
import java.util.List;

/**
 * The permissions that a commission may grant: those whose records belong to a field, and some that
 * a service needs for its work. Nothing can be deleted.
 */
public final class CommissionPermissions {
  private static final List<String> READ =
      List.of(
          "field",
          "region",
          "cultivationPeriod",
          "stand",
          "croppingPlanEntry",
          "task",
          "activity",
          "device",
          "observation",
          "data",
          "dataType",
          "file",
          "processingJob",
          "processingJobInput",
          "result",
          "sustainabilityIndicator");

  private static final List<String> WRITE =
      List.of(
          "region",
          "task",
          "activity",
          "observation",
          "data",
          "file",
          "processingJobInput",
          "result",
          "sustainabilityIndicator");

  private static final List<String> ALL = all();

  private CommissionPermissions() {}

  private static List<String> all() {
    List<String> all = new ArrayList<>();
    READ.forEach(entity -> all.add(Permission.read(entity).toString()));
    WRITE.forEach(
        entity -> {
          all.add(Permission.create(entity).toString());
          all.add(Permission.update(entity).toString());
        });
    return List.copyOf(all);
  }

  /** All of them, as text. */
  public static List<String> names() {
    return ALL;
  }
}
