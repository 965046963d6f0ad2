package io.glebe.core.identity;

/** Names of the platform's APIs in the claim {@code aud}. */
public final class Audiences {
  /** Records, features, activities, partner connector, registries. */
  public static final String FARM = "farm-api";

  /** Cubes, tiles, series, STAC. */
  public static final String SPATIO = "spatio-api";

  /** SensorThings and MQTT. */
  public static final String SENSOR = "sensor-api";

  private Audiences() {}
}
