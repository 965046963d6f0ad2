package io.glebe.api.farm;

import io.glebe.api.farm.activity.ActionRoutes;
import io.glebe.api.farm.activity.ActivityRoutes;
import io.glebe.api.farm.activity.CultivationPeriodRoutes;
import io.glebe.api.farm.activity.MeasurementRoutes;
import io.glebe.api.farm.attachment.AttachmentRoutes;
import io.glebe.api.farm.attachment.Upload;
import io.glebe.api.http.ApiArea;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.measurement.Measurements;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Database;
import io.glebe.core.farm.FarmUsers;
import io.glebe.core.measurement.Measurements;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.record.RecordService;
import io.glebe.core.vocabulary.VocabLabels;
import io.glebe.core.vocabulary.Vocabulary;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Farm master data and activities, wired. */
public final class FarmModule {
  private final FarmArea area;
  private final Attachments attachments;

  private FarmModule(FarmArea area, Attachments attachments) {
    this.area = area;
    this.attachments = attachments;
  }

  private static Upload.Limits limits(Settings settings) {
    return new Upload.Limits(
        settings.get(StorageSettings.ATTACHMENT_BYTES),
        settings.get(StorageSettings.ATTACHMENT_TYPES));
  }

  private static Vocabulary vocabulary(Settings settings) {
    try {
      return Vocabulary.of(
          settings.get(RecordSettings.VOCABULARY_FILE).map(Path::of),
          Set.copyOf(settings.get(RecordSettings.VOCABULARY_LANGUAGES)),
          settings.get(RecordSettings.VOCABULARY_BYTES),
          settings.get(RecordSettings.VOCABULARY_RATIO));
    } catch (UncheckedIOException e) {
      throw new InvalidSettings(
          RecordSettings.VOCABULARY_FILE.name()
              + ": "
              + Objects.requireNonNull(e.getCause()).getMessage());
    }
  }

  /** What it stands on. */
  public record Dependencies(
      Settings settings, Database database, RecordService records, BlobStore blobs) {}

  /**
   * Reads the vocabulary and stores the record types, removes what a crash has left of uploads;
   * blocking.
   */
  public static FarmModule open(Dependencies dependencies) {
    RecordService records = dependencies.records();
    RecordTypeCatalogue.store(dependencies.database(), records);
    Attachments attachments =
        new Attachments(
            dependencies.database(),
            records,
            dependencies.blobs(),
            dependencies.settings().get(StorageSettings.ATTACHMENT_UPLOADS),
            dependencies.settings().get(StorageSettings.ATTACHMENT_WRITES));
    attachments.sweep();
    Vocabulary vocabulary = vocabulary(dependencies.settings());
    return new FarmModule(
        new FarmArea(
            List.of(
                new FarmRoutes(records, new FarmUsers(dependencies.database(), records)),
                new RegionRoutes(
                    records, new VocabLabels(dependencies.database(), records, vocabulary)),
                new ActivityRoutes(dependencies.database(), records),
                new CultivationPeriodRoutes(records),
                new ActionRoutes(records),
                new MeasurementRoutes(
                    records, new Measurements(dependencies.database(), records), attachments),
                new AttachmentRoutes(records, attachments, limits(dependencies.settings())))),
        attachments);
  }

  /** Attachments, for the sweep that removes what other doors have left. */
  public Attachments attachments() {
    return attachments;
  }

  public ApiArea area() {
    return area;
  }
}
