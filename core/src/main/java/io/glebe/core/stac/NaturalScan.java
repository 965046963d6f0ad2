package io.glebe.core.stac;

import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scans in the order of collections and ids; the page ends when it is full or the limit of examined
 * items is reached. Behind a full page, the remaining matches are counted as long as few items have
 * to be examined. The cursor has the number of matches of the pages before.
 */
final class NaturalScan extends StacScan {
  /** Items that are examined behind a full page to count the matches. */
  static final int COUNTED = 10_000;

  /** The cost of a collection in items: its row and its snapshot are read. */
  static final int COST_OF_COLLECTION = 20;

  /** Collection, item, and the matches up to this item; the last is absent where it is unknown. */
  private static final Pattern CURSOR = Pattern.compile("([^/]+)/([^/]*)(?:/(\\d{1,15}))?");

  private final String collection;
  private final String item;
  private final OptionalLong earlier;
  private final List<StacItem> items = new ArrayList<>();
  private Optional<String> last = Optional.empty();
  private final int most;
  private int scanned;
  private boolean more;
  private long behind;
  private int toCount = COUNTED;

  NaturalScan(StacQuery query, int most) {
    super(query);
    this.most = most;
    Optional<Matcher> at = query.after().map(CURSOR::matcher);
    if (at.filter(cursor -> !cursor.matches()).isPresent()) {
      throw Problem.malformedParameter("next", "is no cursor of this list and order");
    }
    this.collection = at.map(cursor -> cursor.group(1)).orElse("");
    this.item = at.map(cursor -> cursor.group(2)).orElse("");
    this.earlier =
        at.isEmpty()
            ? OptionalLong.of(0)
            : at.get().group(3) == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(at.get().group(3)));
  }

  @Override
  String collection() {
    return collection;
  }

  @Override
  boolean full() {
    return more && (earlier.isEmpty() || toCount < 0);
  }

  @Override
  void look(StacSource source) {
    boolean begun = source.row().id().equals(collection);
    toCount -= more ? COST_OF_COLLECTION : 0;
    for (StacItem each : source.items()) {
      if (begun && each.id().compareTo(item) <= 0) {
        continue;
      }
      if (full()) {
        return;
      }
      look(source, each);
    }
  }

  private void look(StacSource source, StacItem each) {
    boolean fitting = fits(each);
    if (!more && scanned++ > most) {
      more = true;
      toCount = -1;
    } else if (more || fitting && items.size() == query().limit()) {
      more = true;
      toCount--;
      behind += fitting ? 1 : 0;
    } else {
      if (fitting) {
        items.add(each);
      }
      last = Optional.of(source.row().id() + "/" + each.id());
    }
  }

  @Override
  StacPage page() {
    long shown = earlier.orElse(0) + items.size();
    boolean isCounted = earlier.isPresent() && toCount >= 0;
    String count = earlier.isPresent() ? "/" + shown : "";
    return new StacPage(
        items,
        isCounted ? OptionalLong.of(shown + behind) : OptionalLong.empty(),
        more ? last.map(at -> at + count).or(query()::after) : Optional.empty());
  }
}
