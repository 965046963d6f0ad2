package io.glebe.api.http;

/**
 * A spelling of the API: the same services under another prefix. Handlers see it in {@link
 * ApiRequest#surface()} and never branch on the path.
 *
 * @param name short name, for metrics and documents
 * @param prefix put before every template; empty or starting with a slash
 */
public record Surface(String name, String prefix) {
  /** Farm side. */
  public static final Surface FARM = new Surface("farm", "/v1");

  /** Spatio-temporal API, recommended form. */
  public static final Surface V2 = new Surface("v2", "/api/v2");

  /** Spatio-temporal API, form at the root. */
  public static final Surface LEGACY = new Surface("legacy", "");

  /** SensorThings. */
  public static final Surface SENSOR = new Surface("sensor", "/sta/v1.1");

  /** Pages and documents outside of any API. */
  public static final Surface ROOT = new Surface("root", "");
}
