package io.glebe.api.farm;

import io.glebe.api.farm.record.ChangeRoutes;
import io.glebe.api.farm.record.OutboxRoutes;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.http.ApiArea;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.database.Database;
import io.glebe.core.database.Notifications;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.StockLevels;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;

/** The records and their generic doors, wired. Closing it ends the streams of changes. */
public final class RecordModule implements AutoCloseable {
  private final RecordService records;
  private final ChangeSignals signals;
  private final int maxStreams;

  private RecordModule(RecordService records, ChangeSignals signals, int maxStreams) {
    this.records = records;
    this.signals = signals;
    this.maxStreams = maxStreams;
  }

  /**
   * What it stands on.
   *
   * @param first hears of changes before the writer has its answer
   * @param baseUrl address of the platform without a slash at the end
   * @param issuer issuer of User records that name a subject alone
   * @param issuerAddresses path of the addresses that stand for that issuer as well; empty for none
   */
  public record Dependencies(
      Settings settings,
      Vertx vertx,
      Database database,
      Notifications notifications,
      ChangeListener first,
      String baseUrl,
      String issuer,
      String issuerAddresses) {}

  public static Future<RecordModule> open(Dependencies dependencies) {
    boolean refuse =
        dependencies.settings().get(RecordSettings.RECORDS_UNKNOWN_ATTRIBUTES)
            == RecordSettings.UnknownAttributes.REFUSE;
    RuleSettings rules =
        new RuleSettings(
            refuse,
            false,
            dependencies.baseUrl(),
            dependencies.issuer(),
            dependencies.issuerAddresses());
    int maxStreams = dependencies.settings().get(RecordSettings.CHANGE_STREAMS);
    ChangeSignals signals = new ChangeSignals(dependencies.vertx(), dependencies.notifications());
    ChangeListener listener =
        collections -> {
          dependencies.first().changed(collections);
          signals.changed(collections);
        };
    return RecordService.open(dependencies.database(), rules, listener)
        .map(records -> new RecordModule(records, signals, maxStreams));
  }

  public RecordService records() {
    return records;
  }

  public ChangeSignals signals() {
    return signals;
  }

  /**
   * The generic API.
   *
   * @param elsewhere lines such as {@code GET /regions} which another area serves in a richer form
   */
  public ApiArea area(Set<String> elsewhere) {
    List<RecordArea.Extra> extras =
        List.of(
            new StockLevelRoutes(new StockLevels(records)),
            new OutboxRoutes(records),
            new UserAdministrationRoutes(records),
            new ChangeRoutes(records, signals, maxStreams));
    return new RecordArea(records, extras, elsewhere);
  }

  @Override
  public void close() {
    signals.close();
  }
}
