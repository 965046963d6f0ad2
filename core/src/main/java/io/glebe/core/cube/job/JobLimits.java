package io.glebe.core.cube.job;

import io.glebe.core.config.JobSettings;
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
        settings.get(JobSettings.JOB_TILES),
        settings.get(JobSettings.JOB_OUTPUT_BYTES),
        settings.get(JobSettings.JOBS_RUNNING),
        settings.get(JobSettings.JOBS_WAITING),
        settings.get(JobSettings.JOB_RETENTION),
        new Budget(Long.MAX_VALUE, settings.get(JobSettings.JOB_SERIES_BYTES), Long.MAX_VALUE));
  }
}
