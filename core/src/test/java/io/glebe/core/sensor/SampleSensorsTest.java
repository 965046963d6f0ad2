package io.glebe.core.sensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.config.Settings;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.measurement.RecordTypeCatalogue;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.sample.SampleFarm;
import io.glebe.core.sample.SampleIds;
import io.glebe.core.sample.SampleLand;
import io.glebe.core.sample.SampleSensors;
import org.junit.jupiter.api.Test;

class SampleSensorsTest {
  @Test
  void theStationsBelongToTheSampleFarmAndHaveASeasonOfValues() {
    try (SensorStation station = new SensorStation()) {
      SampleLand farm = SampleLand.create();
      RecordService records =
          RecordService.open(
                  station.db.database(),
                  new RuleSettings(false, 100_000, false, "", "", ""),
                  ReadLimits.of(Settings.defaults()),
                  collections -> {})
              .await();
      RecordTypeCatalogue.store(station.db.database(), records);
      new SampleFarm(records, new Onboarding(station.db.database(), records), farm).load();
      assertThat(new SampleSensors(station.sensors, farm).load()).hasSize(4);

      assertThat(
              station.count(
                  "select count(*) from sensor.thing where farm_id = $1 and field_id is not null",
                  SampleIds.FARM))
          .isEqualTo(4);
      assertThat(
              station.count(
                  "select count(*) from sensor.datastream where farm_id = $1", SampleIds.FARM))
          .isEqualTo(12);
      assertThat(station.count("select count(*) from sensor.observation"))
          .isEqualTo(4 * (240 * 8 * 2 + 240));
      assertThat(station.count("select count(*) from sensor.latest")).isEqualTo(12);
      assertThat(
              station.count(
                  "select count(*) from sensor.thing t join sensor.thing_location tl on tl.thing_id"
                      + " = t.id join sensor.location l on l.id = tl.location_id join record.fields"
                      + " f on f.id = t.field_id and f.bbox && l.bbox"))
          .as("each station stands in its field")
          .isEqualTo(4);
    }
  }
}
