package io.glebe.tile.engine;

/** The stages of a render, in order, as they appear in Server-Timing. */
public enum Stage {
  /** Level, window, chunks, budget. */
  PLAN,
  /** Chunk I/O on virtual threads. */
  READ,
  /** Waiting for a render thread. */
  QUEUE,
  /** Decoding what was not cached and gathering the window. */
  DECODE,
  /** Resampling. */
  WARP,
  /** Bands and colours. */
  COLOUR,
  /** PNG. */
  ENCODE
}
