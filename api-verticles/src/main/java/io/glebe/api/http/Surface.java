package io.glebe.api.http;

import java.util.List;

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

  /** Health and metrics. */
  public static final Surface OPERATIONS = new Surface("operations", "", "root");

  /** Pages and documents that belong to no API. */
  public static final Surface ROOT = new Surface("root", "", "root");

  private static final List<Surface> PREFIXED = List.of(FARM, V2, SENSOR, STORE, SERVICES);

  /** The surface of an address that has no route: the one with this prefix, or that of pages. */
  static Surface ofPath(String path) {
    for (Surface surface : PREFIXED) {
      if (path.startsWith(surface.prefix()) && path.startsWith("/", surface.prefix().length())) {
        return surface;
      }
    }
    return ROOT;
  }
}
