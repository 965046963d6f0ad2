package io.glebe.core.record.table;

import io.glebe.core.memory.JsonMemory;
import java.util.List;

/** The heap of records whose documents are parsed one after the other. */
public final class ParsedRecords {
  private ParsedRecords() {}

  /**
   * Bytes of the texts and of the largest tree.
   *
   * @param copies how often a text is in memory
   */
  public static long bytes(List<StoredRecord> records, int copies) {
    long texts = 0;
    long tree = 0;
    for (StoredRecord record : records) {
      texts += record.doc().length();
      tree = Math.max(tree, JsonMemory.ofTree(record.doc()));
    }
    return copies * texts + tree;
  }
}
