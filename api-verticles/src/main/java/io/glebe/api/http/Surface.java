package io.glebe.api.http;

/**
 * A form of the API: the same services under a different prefix. Endpoints read it from {@link
 * ApiRequest#surface()} and never branch on the path.
 *
 * @param name short name, for metrics and documents
 * @param prefix put before every template; empty or starting with a slash
 * @param limitedArea area of the rate limit that applies to it
 */
public record Surface(String name, String prefix, String limitedArea) {
  /** Farm API. */
  public static final Surface FARM = new Surface("farm", "/v1", "farm");

  /** Spatio-temporal API, recommended form. */
  public static final Surface V2 = new Surface("v2", "/api/v2", "spatio");

  /** Spatio-temporal API, form at the root. */
  public static final Surface LEGACY = new Surface("legacy", "", "spatio");

  /** SensorThings. */
  public static final Surface SENSOR = new Surface("sensor", "/sta/v1.1", "sensor");

  /** App registry. */
  public static final Surface STORE = new Surface("store", "/store", "farm");

  /** Service registry. */
  public static final Surface SERVICES = new Surface("services", "/services", "farm");

  /** Pages and documents that belong to no API. */
  public static final Surface ROOT = new Surface("root", "", "root");
}
