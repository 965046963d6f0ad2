package io.glebe.core.database;

/**
 * What a connection is wanted for; each purpose has a pool of its own, so that jobs never starve
 * requests.
 */
public enum Purpose {
  /** Requests that somebody waits for. */
  REQUEST,
  /** Jobs, ingestion and maintenance. */
  BACKGROUND
}
