package io.glebe.api.http.guard;

import java.util.Locale;

/**
 * A class of requests that costs more or comes more often than the others of its area, and may
 * therefore have a rate limit of its own in GLEBE_RATE_LIMITS.
 */
public enum LimitClass {
  /** None: the limit of the area applies. */
  PLAIN,
  /** Tiles, maps and legends. */
  TILE,
  /** Aggregations of layers, and series of cells. */
  SERIES,
  /** Files of layers, features and attachments. */
  UPLOAD,
  /** Many operations in one body. */
  BATCH;

  /** Its name in the setting. */
  public String limitName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
