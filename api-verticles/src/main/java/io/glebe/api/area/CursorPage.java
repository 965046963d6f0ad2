package io.glebe.api.area;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.Reply;
import io.glebe.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A page of a list in the order of ids: {@code items}, {@code nextCursor}, which the last page has
 * too, and {@code hasMore}.
 */
public final class CursorPage {
  /** The cursor before all ids. */
  private static final UUID START = new UUID(0, 0);

  private CursorPage() {}

  /**
   * The page of entries that were read with one more than the limit, which shows that there are
   * more.
   *
   * @param after cursor of the request
   */
  public static <T> Reply of(
      List<T> entries,
      int limit,
      Optional<UUID> after,
      Function<T, ObjectNode> item,
      Function<T, UUID> id) {
    List<T> shown = entries.subList(0, Math.min(limit, entries.size()));
    ObjectNode page = Json.object();
    shown.stream().map(item).forEach(page.putArray("items")::add);
    page.put("nextCursor", next(shown.stream().map(id).toList(), after));
    page.put("hasMore", entries.size() > limit);
    return Reply.json(page).cache("no-store");
  }

  /**
   * The cursor behind a page; after an empty page it is that of the request.
   *
   * @param shown ids of the page
   */
  public static String next(List<UUID> shown, Optional<UUID> after) {
    return (shown.isEmpty() ? after.orElse(START) : shown.getLast()).toString();
  }
}
