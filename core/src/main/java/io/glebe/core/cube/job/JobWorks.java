package io.glebe.core.cube.job;

/** Which work a job is. */
record JobWorks(TileWork tiles, SeriesWork series) {

  Work of(JobSpec spec) {
    return switch (spec) {
      case TileSpec ignored -> tiles;
      case SeriesSpec ignored -> series;
    };
  }
}
