package io.glebe.core.config;

import java.util.List;

/** Settings of stored observations: how long they are kept, and the series of them. */
public final class ObservationSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> SENSOR_RETENTION_DAYS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_RETENTION_DAYS",
              0,
              0,
              36_500,
              "days after which observations are deleted; 0 keeps them; a datastream's"
                  + " properties.retentionDays has priority"));

  public static final Setting<Integer> SENSOR_AGGREGATE_DAYS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_AGGREGATE_DAYS",
              0,
              0,
              36_500,
              "days after which hours and days of observations are deleted, if that is later than"
                  + " the observations; 0: together with them; a datastream's"
                  + " properties.aggregateDays has priority"));

  public static final Setting<Integer> SENSOR_AGGREGATE_HOURS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_AGGREGATE_HOURS",
              500,
              1,
              100_000,
              "hours of datastreams that one transaction in the background computes from"
                  + " observations"));

  public static final Setting<Integer> SENSOR_SERIES_ROWS =
      LIST.add(
          Setting.integer(
              "GLEBE_SENSOR_SERIES_ROWS",
              40_000,
              1,
              1_000_000,
              "hours or days with observations of one series of a datastream; weeks and months"
                  + " count as their days"));

  private ObservationSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
