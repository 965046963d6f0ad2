package io.glebe.api.http;

/** One API area, for example {@code farm} or {@code spatio}: it declares its operations. */
public interface ApiArea {
  /** The name of the area in GLEBE_AREAS. */
  String name();

  /** Adds the routes of this area. */
  void contribute(RouteTable.Builder routes);
}
