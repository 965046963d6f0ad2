package io.glebe.core.cube.job;

import io.glebe.core.config.AllSettings;
import io.glebe.core.config.Settings;
import io.glebe.tile.plan.Budget;
import java.time.Duration;

/**
 * What jobs may cost.
 *
 * @param tiles of one job
 * @param outputBytes of one job
 * @param running jobs worked on at the same time, by all processes together
 * @param waiting jobs that may wait for their turn
 * @param retention how long what an ended job has made is kept
 * @param series chunks, bytes and pixels of one job that aggregates
 */
public record JobLimits(
    long tiles, long outputBytes, int running, int waiting, Duration retention, Budget series) {

  public static JobLimits of(Settings settings) {
    return new JobLimits(
        settings.get(AllSettings.JOB_TILES),
        settings.get(AllSettings.JOB_OUTPUT_BYTES),
        settings.get(AllSettings.JOBS_RUNNING),
        settings.get(AllSettings.JOBS_WAITING),
        settings.get(AllSettings.JOB_RETENTION),
        new Budget(Long.MAX_VALUE, settings.get(AllSettings.JOB_SERIES_BYTES), Long.MAX_VALUE));
  }
}
