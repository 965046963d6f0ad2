package io.glebe.tile.engine;

/** The stages of a render, in order, as they appear in Server-Timing. */
public enum Stage {
  /** Choosing level, window and chunks; checking the budget. */
  PLAN,
  /** Chunk I/O on virtual threads. */
  READ,
  /** Waiting for a render thread. */
  QUEUE,
  /** Decoding chunks that were not cached and copying the window. */
  DECODE,
  /** Resampling. */
  WARP,
  /** Band arithmetic and colours. */
  COLOUR,
  /** PNG encoding. */
  ENCODE
}
