package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/** Settings of bulk jobs. */
public final class JobSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Integer> JOB_TILES =
      LIST.add(
          Setting.integer(
              "GLEBE_JOB_TILES", 500_000, 1, 10_000_000, "tiles that one bulk job may make"));

  public static final Setting<Long> JOB_OUTPUT_BYTES =
      LIST.add(Setting.bytes("GLEBE_JOB_OUTPUT_BYTES", "8G", "bytes that one bulk job may make"));

  public static final Setting<Long> JOB_SERIES_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_JOB_SERIES_BYTES", "512G", "decoded bytes that one aggregating job may read"));

  public static final Setting<Integer> JOBS_RUNNING =
      LIST.add(
          Setting.integer(
              "GLEBE_JOBS_RUNNING", 2, 1, 1000, "bulk jobs worked on at the same time"));

  public static final Setting<Integer> JOBS_WAITING =
      LIST.add(
          Setting.integer(
              "GLEBE_JOBS_WAITING",
              100,
              0,
              100_000,
              "bulk jobs that may wait before the response is 503"));

  public static final Setting<Integer> JOBS_WAITING_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_JOBS_WAITING_PER_CALLER",
              25,
              0,
              100_000,
              "of these, of one caller; 429 for more"));

  public static final Setting<Duration> JOB_RETENTION =
      LIST.add(
          Setting.duration(
              "GLEBE_JOB_RETENTION", "7d", "time for which an ended bulk job is stored"));

  private JobSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
