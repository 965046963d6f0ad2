package io.glebe.api.sensors;

import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Groups the requests of a batch into units that succeed or fail together. */
final class BatchPlan {
  private final List<List<BatchItem>> units = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private String open = "";

  private BatchPlan() {}

  /** Checks names and groups: a 422 problem if they are inconsistent. */
  static List<List<BatchItem>> of(List<BatchItem> items) {
    BatchPlan plan = new BatchPlan();
    items.forEach(plan::add);
    return plan.units;
  }

  /** Refuses more requests than this with a 422 problem. */
  static void requireAtMost(int most, int requests) {
    if (requests > most) {
      throw Problem.invalid(
          Violation.at("size", "/requests", "a batch has at most " + most + " requests"));
    }
  }

  private void add(BatchItem item) {
    for (String need : item.needs()) {
      if (!names.contains(need)) {
        throw wrong(item, "dependsOn", "dependsOn must name an earlier request of the batch");
      }
    }
    boolean goesOn = !item.group().isEmpty() && item.group().equals(open);
    if (!goesOn && !item.group().isEmpty()) {
      claim(item, "atomicityGroup", item.group());
    }
    if (!item.id().isEmpty()) {
      claim(item, "id", item.id());
    }
    if (!item.group().isEmpty() && item.method().equals("GET")) {
      throw wrong(item, "method", "a group accepts POST, PATCH, PUT and DELETE");
    }
    open = item.group();
    if (goesOn) {
      units.getLast().add(item);
    } else {
      units.add(new ArrayList<>(List.of(item)));
    }
  }

  private void claim(BatchItem item, String member, String name) {
    if (!names.add(name)) {
      throw wrong(
          item,
          member,
          name
              + " is repeated: names must be unique, and the requests of a group must follow each other");
    }
  }

  private static Problem wrong(BatchItem item, String member, String detail) {
    return Problem.invalid(Violation.at(member, item.pointer() + "/" + member, detail));
  }
}
