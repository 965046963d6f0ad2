package io.glebe.api.boot;

import io.glebe.core.cube.CubeModule;
import io.glebe.core.database.Database;
import io.glebe.core.farm.Onboarding;
import io.glebe.core.progress.Progress;
import io.glebe.core.record.RecordService;
import io.glebe.core.sample.SampleAlarms;
import io.glebe.core.sample.SampleCubes;
import io.glebe.core.sample.SampleDevices;
import io.glebe.core.sample.SampleFarm;
import io.glebe.core.sample.SampleLand;
import io.glebe.core.sample.SampleParcels;
import io.glebe.core.sample.SampleSeasons;
import io.glebe.core.sample.SampleSensors;
import io.glebe.core.sensor.Sensors;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the sample into a new platform; a platform with data is not changed. */
final class SampleLoader {
  private static final Logger LOG = LoggerFactory.getLogger(SampleLoader.class);

  /** The parcel whose soil has an alarm rule. */
  private static final int ALARM_PARCEL = 7;

  private final Database database;
  private final RecordService records;
  private final CubeModule cubes;
  private final Sensors sensors;

  SampleLoader(Database database, RecordService records, CubeModule cubes, Sensors sensors) {
    this.database = database;
    this.records = records;
    this.cubes = cubes;
    this.sensors = sensors;
  }

  /**
   * Loads the sample into a new database; blocking.
   *
   * @param sensorService address of the sensor service without a slash at the end
   * @param progress receives the progress
   * @return whether it has been loaded now
   */
  boolean loadIfNew(String sensorService, Progress progress) {
    if (!isNew()) {
      warnOfHalfASample();
      return false;
    }
    long start = System.nanoTime();
    progress.begin("loading the sample farm");
    SampleLand farm = SampleLand.create();
    new SampleFarm(records, new Onboarding(database, records), farm).load();
    new SampleParcels(cubes, farm).load().await();
    new SampleCubes(cubes, new SampleSeasons(farm), progress).load().await();
    Map<Integer, Long> stations = new SampleSensors(sensors, farm).load();
    new SampleDevices(records).load(stations, sensorService);
    new SampleAlarms(database, records).load(Objects.requireNonNull(stations.get(ALARM_PARCEL)));
    database.query("UPDATE platform_fact SET value = 'loaded' WHERE name = 'sample'").await();
    LOG.info("the sample farm is loaded after {} ms", (System.nanoTime() - start) / 1_000_000);
    return true;
  }

  /** True once in the life of a database, even if the sample is deleted afterwards. */
  private boolean isNew() {
    return database
            .query(
                """
                INSERT INTO platform_fact (name, value)
                VALUES ('sample', 'loading')
                ON CONFLICT DO NOTHING
                """)
            .await()
            .rowCount()
        == 1;
  }

  /** A load that has failed is not repeated: what it has written may have been changed since. */
  private void warnOfHalfASample() {
    boolean isLoaded =
        database
            .query("SELECT value = 'loaded' FROM platform_fact WHERE name = 'sample'")
            .await()
            .iterator()
            .next()
            .getBoolean(0);
    if (!isLoaded) {
      LOG.warn(
          "the sample farm is incomplete: its load has failed, or another process is loading it;"
              + " an empty data folder or database gets a whole one");
    }
  }
}
