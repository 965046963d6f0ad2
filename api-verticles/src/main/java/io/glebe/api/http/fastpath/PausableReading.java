package io.glebe.api.http.fastpath;

/** The reading of a connection, which can be paused for some time. Event loop only. */
interface PausableReading {
  /** Its pauses. */
  ReadingPause readingPause();

  /** Passes nothing on until {@link #resume}. */
  void pause();

  /** Ends a {@link #pause}. */
  void resume();
}
