package io.glebe.core.record.read;

import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;

/**
 * Bytes of the texts of records that a read holds.
 *
 * @param page of a page, which ends early before it exceeds them, but not before one record
 * @param selection of a selection that is needed as a whole
 * @param large for selections larger than a quarter of a page: one at a time, those of callers in
 *     turn, because the rows of each are in memory before its request has room for them
 */
public record ReadLimits(int page, int selection, SharedPlaces large) {
  public static ReadLimits of(Settings settings) {
    return new ReadLimits(
        bytes(settings, RecordSettings.RECORD_PAGE_BYTES),
        bytes(settings, RecordSettings.RECORD_TREE_BYTES),
        new SharedPlaces(
            "large reads of records",
            1,
            1,
            settings.get(StorageSettings.DATABASE_WAITERS_PER_CALLER)));
  }

  private static int bytes(Settings settings, Setting<Long> setting) {
    return Math.toIntExact(Math.min(settings.get(setting), Integer.MAX_VALUE));
  }
}
