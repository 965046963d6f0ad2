package io.glebe.core.sensor.aggregate;

/**
 * The settings of aggregates.
 *
 * @param retentionDays days after which observations go; 0 keeps them
 * @param aggregateDays days after which hours and days go, if that is later; 0: with the
 *     observations
 * @param seriesRows most hours or days of a series
 * @param passHours hours that one transaction in the background computes
 */
public record AggregateLimits(int retentionDays, int aggregateDays, int seriesRows, int passHours) {
  /** Keeps observations for ever, but where a datastream says otherwise. */
  public static final AggregateLimits STANDARD = new AggregateLimits(0, 0, 40_000, 500);
}
