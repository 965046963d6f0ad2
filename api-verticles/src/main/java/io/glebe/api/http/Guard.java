package io.glebe.api.http;

/** The kind of credentials that an operation needs; services decide the rights of the caller. */
public enum Guard {
  /** A bearer token for the farm API. */
  FARM("farm-api"),
  /** A bearer token for the spatio-temporal API. */
  SPATIO("spatio-api"),
  /** A bearer token for the sensor service. */
  SENSOR("sensor-api"),
  /** No credentials. */
  PUBLIC(""),
  /** No credentials on the loopback interface; others only if the settings allow it. */
  OPERATIONS("");

  private final String audience;

  Guard(String audience) {
    this.audience = audience;
  }

  /** The audience that a token must name; empty where no token is needed. */
  public String audience() {
    return audience;
  }

  public boolean needsToken() {
    return !audience.isEmpty();
  }
}
