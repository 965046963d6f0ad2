package io.glebe.core.cube.model;

import io.glebe.core.problem.Problem;
import io.glebe.core.time.DatetimeSyntax;
import io.glebe.core.time.Rfc3339;
import io.glebe.core.time.TimeInterval;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The requested time of slices: {@code latest}, an instant (exact), a date of UTC, an interval
 * {@code a/b} with {@code ..} for one open end, {@code latest-clear}, or {@code nearest:} before an
 * instant or a date. A picture shows the last slice of a date or an interval, a series has all of
 * them.
 *
 * @param interval the matching instants
 */
public record Datetime(TimeInterval interval, Choice choice) {
  /** Which of the matching slices are requested. */
  public enum Choice {
    /** Those in the interval. */
    MATCHING,
    /** The newest one. */
    NEWEST,
    /** The newest one with few clouds, which {@code CloudCover} replaces by its instant. */
    NEWEST_CLEAR,
    /** The one closest to the beginning of the interval, at any distance. */
    NEAREST
  }

  /** Selects the newest slice. */
  public static final Datetime LATEST = new Datetime(TimeInterval.ALL, Choice.NEWEST);

  /** Selects the newest slice with few clouds. */
  public static final Datetime LATEST_CLEAR = new Datetime(TimeInterval.ALL, Choice.NEWEST_CLEAR);

  /** Selects all slices. */
  public static final Datetime ALL = new Datetime(TimeInterval.ALL, Choice.MATCHING);

  /** Times of slices have milliseconds. */
  private static final DatetimeSyntax SYNTAX =
      new DatetimeSyntax(Rfc3339::instantOfQuery, Optional.of(ChronoUnit.MILLIS), true);

  private static final String NEAREST = "nearest:";

  /** Parses the parameter; 400 states the fault. */
  public static Datetime parse(String text) {
    if (text.equals("latest")) {
      return LATEST;
    }
    if (text.equals("latest-clear")) {
      return LATEST_CLEAR;
    }
    if (text.startsWith(NEAREST)) {
      TimeInterval time = SYNTAX.time(text.substring(NEAREST.length()));
      return new Datetime(new TimeInterval(time.from(), Optional.empty()), Choice.NEAREST);
    }
    return new Datetime(SYNTAX.parse(text), Choice.MATCHING);
  }

  /**
   * Parses the parameter of a list of features, items or collections: an instant, a date or an
   * interval with at least one end; 400 states the fault.
   */
  public static TimeInterval interval(String text) {
    return SYNTAX.parse(text);
  }

  /** Selects the slice at this instant. */
  public static Datetime at(Instant instant) {
    return new Datetime(TimeInterval.at(instant), Choice.MATCHING);
  }

  /** Whether one slice is requested, and not all that match. */
  public boolean isOneSlice() {
    return choice != Choice.MATCHING;
  }

  /** Parses an instant with an offset; accepts a plus sign that was decoded to a blank. */
  public static Instant instant(String text) {
    return Rfc3339.instantOfQuery(text)
        .orElseThrow(
            () ->
                Problem.malformedParameter(
                    "datetime", "'" + text + "' is not a time such as 2026-05-01T10:00:00Z"));
  }
}
