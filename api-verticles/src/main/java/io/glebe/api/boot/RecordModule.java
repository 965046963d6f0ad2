package io.glebe.api.boot;

import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.RecordSettings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.identity.IssuerNames;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.change.ChangeSignals;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.vertx.core.Future;

/**
 * The record service and the signals of committed changes. All areas share it. Closing it ends the
 * streams of changes.
 */
public record RecordModule(RecordService records, ChangeSignals signals) implements AutoCloseable {
  /**
   * Opens the service.
   *
   * @param issuer of User records that have a subject and no issuer
   * @param first called with changes before the writer receives its response
   */
  static Future<RecordModule> open(
      Infrastructure infrastructure, IssuerNames issuer, ChangeListener first) {
    boolean refuse =
        infrastructure.settings().get(RecordSettings.RECORDS_UNKNOWN_ATTRIBUTES)
            == RecordSettings.UnknownAttributes.REFUSE;
    String base =
        infrastructure.settings().get(HttpSettings.BASE_URL).map(Object::toString).orElse("");
    int positions = infrastructure.settings().get(SpatioSettings.GEOMETRY_POSITIONS);
    RuleSettings rules =
        new RuleSettings(
            refuse,
            positions,
            false,
            base,
            issuer.recorded(),
            issuer.former(),
            infrastructure.settings().get(AlarmSettings.RULES));
    ChangeSignals signals =
        new ChangeSignals(infrastructure.vertx(), infrastructure.notifications());
    ChangeListener listener =
        collections -> {
          first.changed(collections);
          signals.changed(collections);
        };
    return RecordService.open(
            infrastructure.database(), rules, ReadLimits.of(infrastructure.settings()), listener)
        .map(
            records -> {
              PlatformMeters meters = new PlatformMeters(infrastructure.meters().registry());
              records.bind(meters);
              signals.bind(meters);
              return new RecordModule(records, signals);
            });
  }

  @Override
  public void close() {
    signals.close();
  }
}
