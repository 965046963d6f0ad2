package io.glebe.core.cube.job;

/** Selects the implementation for the type of a job. */
record JobWorks(TileWork tiles, SeriesWork series) {

  Work of(JobSpec spec) {
    return switch (spec) {
      case TileSpec ignored -> tiles;
      case SeriesSpec ignored -> series;
    };
  }
}
