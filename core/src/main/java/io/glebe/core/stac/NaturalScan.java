package io.glebe.core.stac;

import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Scans in the order of collections and ids; ends when the page is full or the limit of examined
 * items is reached.
 */
final class NaturalScan extends StacScan {
  private final String collection;
  private final String item;
  private final List<StacItem> items = new ArrayList<>();
  private Optional<String> last = Optional.empty();
  private final int most;
  private int scanned;
  private boolean more;

  NaturalScan(StacQuery query, int most) {
    super(query);
    this.most = most;
    String[] parts = query.after().orElse("").split("/", 2);
    if (query.after().isPresent() && (parts.length < 2 || parts[0].isEmpty())) {
      throw Problem.malformedParameter("next", "is no cursor of this list and order");
    }
    this.collection = parts[0];
    this.item = parts.length == 2 ? parts[1] : "";
  }

  @Override
  String collection() {
    return collection;
  }

  @Override
  boolean full() {
    return more;
  }

  @Override
  void look(StacSource source) {
    boolean begun = source.row().id().equals(collection);
    for (StacItem each : source.items()) {
      if (begun && each.id().compareTo(item) <= 0) {
        continue;
      }
      boolean fitting = fits(each);
      if (scanned++ > most || fitting && items.size() == query().limit()) {
        more = true;
        return;
      }
      if (fitting) {
        items.add(each);
      }
      last = Optional.of(source.row().id() + "/" + each.id());
    }
  }

  @Override
  StacPage page() {
    return new StacPage(items, more ? last.or(query()::after) : Optional.empty());
  }
}
