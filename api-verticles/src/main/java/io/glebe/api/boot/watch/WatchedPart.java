package io.glebe.api.boot.watch;

/** A part of the process that is checked periodically by one thread. */
interface WatchedPart {
  /** Checks the part; returns false when it does not work. It may block for a short time. */
  boolean works();

  /** The state of a part that does not work, as the subject and verb of a sentence. */
  String failure();

  /** More about a part that does not work, for the log; may be empty. */
  String details();
}
