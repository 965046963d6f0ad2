package io.glebe.core.record.read;

import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;

/**
 * Bytes of the texts of records that a read holds.
 *
 * @param page of a page, which ends early before it exceeds them, but not before one record
 * @param selection of a selection that is needed as a whole
 */
public record ReadLimits(int page, int selection) {
  public static ReadLimits of(Settings settings) {
    return new ReadLimits(
        bytes(settings, RecordSettings.RECORD_PAGE_BYTES),
        bytes(settings, RecordSettings.RECORD_TREE_BYTES));
  }

  private static int bytes(Settings settings, Setting<Long> setting) {
    return Math.toIntExact(Math.min(settings.get(setting), Integer.MAX_VALUE));
  }
}
