package io.glebe.api.cli.load.scenario;

import java.util.Locale;

/** The classes of requests that reports measure apart. */
public enum RequestClass {
  TILE,
  SERIES,
  RECORD,
  SYNC,
  OBSERVATION;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
