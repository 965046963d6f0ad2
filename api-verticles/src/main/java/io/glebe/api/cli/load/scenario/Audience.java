package io.glebe.api.cli.load.scenario;

/** The API that a request needs a token for. */
public enum Audience {
  FARM("farm-api"),
  SPATIO("spatio-api"),
  SENSOR("sensor-api");

  private final String id;

  Audience(String id) {
    this.id = id;
  }

  /** The value of {@code aud} in its tokens. */
  public String id() {
    return id;
  }
}
