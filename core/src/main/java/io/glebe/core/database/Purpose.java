package io.glebe.core.database;

/**
 * The purpose of a connection. Each purpose has its own pool, so jobs never starve requests, and
 * neither delays observations.
 */
public enum Purpose {
  /** Requests of waiting clients. */
  REQUEST,
  /** Reads of requests that may take long. */
  LONG_READ,
  /** Jobs, loads of features and maintenance. */
  BACKGROUND,
  /** Observations that are being stored. */
  INGESTION
}
