package io.glebe.core.metrics;

/** Every meter name of the platform; Prometheus shows them with underscores and units. */
public final class MeterNames {
  /** Requests by method, route template and status. */
  public static final String HTTP_REQUESTS = "glebe.http.requests";

  /** Requests that have not been answered yet. */
  public static final String HTTP_UNDER_WAY = "glebe.http.requests.under.way";

  /** How late the timers of an event loop come. */
  public static final String LOOP_LAG = "glebe.loop.lag";

  /** Failed passwords, codes and tokens by kind, and tries that came too soon after them. */
  public static final String FAILED_TRIES = "glebe.identity.failed.tries";

  /** Build facts as tags, always 1. */
  public static final String BUILD = "glebe.build";

  /** Series and summaries that have ended, by outcome. */
  public static final String SERIES = "glebe.series";

  /** Series and summaries that are being read. */
  public static final String SERIES_RUNNING = "glebe.series.running";

  /** Parts of bulk jobs that the process has worked on, by outcome. */
  public static final String JOB_PARTS = "glebe.jobs.parts";

  private MeterNames() {}
}
