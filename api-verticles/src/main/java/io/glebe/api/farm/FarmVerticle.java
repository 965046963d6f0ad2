package io.glebe.api.farm;

import io.glebe.api.area.AreaVerticle;
import io.glebe.api.farm.activity.ActionRoutes;
import io.glebe.api.farm.activity.ActivityRoutes;
import io.glebe.api.farm.activity.CultivationPeriodRoutes;
import io.glebe.api.farm.activity.MeasurementRoutes;
import io.glebe.api.farm.attachment.AttachmentRoutes;
import io.glebe.api.farm.attachment.ResumableUploadRoutes;
import io.glebe.api.farm.attachment.Upload;
import io.glebe.api.farm.record.ChangeRoutes;
import io.glebe.api.farm.record.OutboxRoutes;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.RouteTable;
import io.glebe.core.activity.ActivityService;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.attachment.ResumableUploads;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.farm.FarmUsers;
import io.glebe.core.farm.FieldBoundaries;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.measurement.Measurements;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.StockLevels;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.registry.RegistryAccess;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.vocabulary.VocabLabels;
import io.glebe.core.vocabulary.Vocabulary;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The verticle of the area {@code farm}: the generic record API, farm master data and activities.
 */
public final class FarmVerticle extends VerticleBase implements AreaVerticle {
  /** Interval of the clean-up that deletes blobs without a File record. */
  private static final long SWEEP_MILLIS = 600_000;

  private final Infrastructure infrastructure;
  private final RecordService records;
  private final ChangeSignals signals;
  private final Callable<BlobStore> blobs;
  private Attachments attachments;
  private ResumableUploads uploads;
  private Vocabulary vocabulary;

  /**
   * @param signals signals of committed changes, for the change streams
   * @param blobs opens the blob store of attachments; blocking
   */
  public FarmVerticle(
      Infrastructure infrastructure,
      RecordService records,
      ChangeSignals signals,
      Callable<BlobStore> blobs) {
    this.infrastructure = infrastructure;
    this.records = records;
    this.signals = signals;
    this.blobs = blobs;
  }

  /** Reads the vocabulary, stores the record types and removes uploads that remain from a crash. */
  @Override
  @SuppressWarnings("NullAway.Init") // the future completes after the services are set
  public Future<?> start() {
    return OffLoop.run(
            () -> {
              Settings settings = infrastructure.settings();
              RecordTypeCatalogue.store(infrastructure.database(), records);
              attachments =
                  new Attachments(
                      infrastructure.database(),
                      records,
                      blobs.call(),
                      new SharedPlaces(
                          "uploads of attachments",
                          settings.get(StorageSettings.ATTACHMENT_UPLOADS),
                          settings.get(StorageSettings.ATTACHMENT_UPLOADS_PER_CALLER)),
                      settings.get(StorageSettings.ATTACHMENT_WRITES));
              attachments.sweep();
              uploads = attachments.resumable(unfinished(settings));
              vocabulary = vocabulary(settings);
              return attachments;
            })
        .onSuccess( // the timer belongs to the verticle and ends with it
            opened ->
                vertx.setPeriodic(
                    SWEEP_MILLIS,
                    tick -> OffLoop.run(() -> opened.sweep() + uploads.forgetExpired())));
  }

  @Override
  public Future<?> stop() {
    return OffLoop.run(
        () -> {
          attachments.close();
          return null;
        });
  }

  /** The store of the bytes of attachments. */
  public Attachments attachments() {
    return attachments;
  }

  @Override
  public String name() {
    return "farm";
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    generic().contribute(routes);
    special().contribute(routes);
  }

  /** The generic API of all entity types. */
  private RecordArea generic() {
    Settings settings = infrastructure.settings();
    return new RecordArea(
        records,
        List.of(
            new StockLevelRoutes(new StockLevels(records)),
            new OutboxRoutes(records, settings),
            new UserAdministrationRoutes(
                records, caller -> RegistryAccess.requireNoApp(infrastructure.database(), caller)),
            new ChangeRoutes(records, signals, settings)
                .bind(new PlatformMeters(infrastructure.meters().registry()))),
        FarmArea.RICHER);
  }

  private FarmArea special() {
    return new FarmArea(
        List.of(
            new FarmRoutes(records, new FarmUsers(infrastructure.database(), records)),
            new RegionRoutes(
                records, new VocabLabels(infrastructure.database(), records, vocabulary)),
            new FieldBoundaryRoutes(new FieldBoundaries(infrastructure.database(), records)),
            new ActivityRoutes(new ActivityService(infrastructure.database(), records), records),
            new CultivationPeriodRoutes(records),
            new ActionRoutes(records),
            new MeasurementRoutes(
                records, new Measurements(infrastructure.database(), records), attachments),
            new AttachmentRoutes(records, attachments, limits(infrastructure.settings())),
            new ResumableUploadRoutes(
                records, attachments, uploads, limits(infrastructure.settings()))));
  }

  private static Upload.Limits limits(Settings settings) {
    return new Upload.Limits(
        settings.get(StorageSettings.ATTACHMENT_BYTES),
        settings.get(StorageSettings.ATTACHMENT_TYPES));
  }

  private static ResumableUploads.Bounds unfinished(Settings settings) {
    return new ResumableUploads.Bounds(
        settings.get(StorageSettings.ATTACHMENT_UNFINISHED_BYTES),
        settings.get(StorageSettings.ATTACHMENT_UNFINISHED_BYTES_PER_CALLER),
        settings.get(StorageSettings.ATTACHMENT_UNFINISHED_AGE));
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
}
