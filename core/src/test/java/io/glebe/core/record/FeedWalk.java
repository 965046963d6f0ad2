package io.glebe.core.record;

import io.glebe.core.access.Caller;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.read.RecordPage;
import java.util.ArrayList;
import java.util.List;

/** Reads a feed by following its cursors. */
final class FeedWalk {
  private final RecordFixture farmstead;
  private final String entity;
  private ListQuery next;
  final List<String> ids = new ArrayList<>();

  FeedWalk(RecordFixture farmstead, String entity, ListQuery first) {
    this.farmstead = farmstead;
    this.entity = entity;
    this.next = first;
  }

  /** Reads one page; returns whether more pages follow now. */
  boolean page(Caller caller) {
    RecordPage page = farmstead.records.list(caller, RecordFixture.type(entity), next).await();
    page.records().forEach(record -> ids.add(record.id().toString()));
    next = next.from(page.nextCursor());
    return page.hasMore();
  }

  /** Reads until no more pages follow now. */
  FeedWalk drain(Caller caller) {
    boolean more = true;
    while (more) {
      more = page(caller);
    }
    return this;
  }

  static List<String> all(RecordFixture farmstead, Caller caller, String entity, ListQuery first) {
    return new FeedWalk(farmstead, entity, first).drain(caller).ids;
  }
}
