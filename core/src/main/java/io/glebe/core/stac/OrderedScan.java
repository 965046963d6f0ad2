package io.glebe.core.stac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Scans in an order of the caller: examines all matching items and keeps the first ones. */
final class OrderedScan extends StacScan {
  /** An item with its position in the order. */
  private record Placed(StacItem item, ArrayNode place) {}

  private final StacOrder order;
  private final Comparator<JsonNode> places;
  private final Optional<JsonNode> behind;
  private final PriorityQueue<Placed> first;
  private final int most;
  private int scanned;
  private long matched;

  OrderedScan(StacQuery query, int most) {
    super(query);
    this.most = most;
    this.order = query.order();
    this.places = order.places();
    this.behind = query.after().map(order::behind);
    this.first = new PriorityQueue<>((a, b) -> places.compare(b.place, a.place));
  }

  @Override
  String collection() {
    return "";
  }

  @Override
  boolean full() {
    return false;
  }

  @Override
  void look(StacSource source) {
    for (StacItem each : source.items()) {
      if (++scanned > most) {
        throw Problem.of(
            ProblemType.OVER_BUDGET,
            "more than "
                + most
                + " items would have to be sorted; request fewer by collections, bbox or datetime");
      }
      if (fits(each)) {
        matched++;
        keep(new Placed(each, order.place(each)));
      }
    }
  }

  /** Keeps one more than the page contains, which shows whether another page follows. */
  private void keep(Placed placed) {
    if (behind.isPresent() && places.compare(placed.place, behind.get()) <= 0) {
      return;
    }
    first.add(placed);
    if (first.size() > query().limit() + 1) {
      first.poll();
    }
  }

  @Override
  StacPage page() {
    List<Placed> sorted = new ArrayList<>(first);
    sorted.sort((a, b) -> places.compare(a.place, b.place));
    boolean more = sorted.size() > query().limit();
    List<Placed> shown = more ? sorted.subList(0, query().limit()) : sorted;
    return new StacPage(
        shown.stream().map(Placed::item).toList(),
        OptionalLong.of(matched),
        more ? Optional.of(order.cursor(shown.getLast().place)) : Optional.empty());
  }
}
