package io.glebe.core.database;

/** The purpose of a connection. Each purpose has its own pool, so jobs never starve requests. */
public enum Purpose {
  /** Requests of waiting clients. */
  REQUEST,
  /** Jobs, ingestion and maintenance. */
  BACKGROUND
}
