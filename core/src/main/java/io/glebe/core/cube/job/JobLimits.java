package io.glebe.core.cube.job;

import io.glebe.core.config.JobSettings;
import io.glebe.core.config.Settings;
import io.glebe.tile.plan.Budget;
import java.time.Duration;

/**
 * Limits for jobs.
 *
 * @param tiles tiles of one job
 * @param outputBytes bytes of one job
 * @param running jobs running at the same time in all processes together
 * @param waiting jobs that may be queued
 * @param waitingPerCaller of these, of one caller
 * @param retention how long the outputs of an ended job are kept
 * @param series chunks, bytes and pixels of one aggregating job
 */
public record JobLimits(
    long tiles,
    long outputBytes,
    int running,
    int waiting,
    int waitingPerCaller,
    Duration retention,
    Budget series) {

  public static JobLimits of(Settings settings) {
    return new JobLimits(
        settings.get(JobSettings.JOB_TILES),
        settings.get(JobSettings.JOB_OUTPUT_BYTES),
        settings.get(JobSettings.JOBS_RUNNING),
        settings.get(JobSettings.JOBS_WAITING),
        Math.min(
            settings.get(JobSettings.JOBS_WAITING),
            settings.get(JobSettings.JOBS_WAITING_PER_CALLER)),
        settings.get(JobSettings.JOB_RETENTION),
        new Budget(Long.MAX_VALUE, settings.get(JobSettings.JOB_SERIES_BYTES), Long.MAX_VALUE));
  }
}
