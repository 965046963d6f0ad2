package io.glebe.tile.grid;

/**
 * A coordinate reference system: conversion to and from longitude and latitude (WGS 84, degrees).
 *
 * <p>A point outside the domain of a projection gives NaN, never a wrong position.
 */
public sealed interface Projection permits Geographic, WebMercator, Utm, Proj4Projection {

  int epsg();

  /** Writes x to {@code out[at]} and y to {@code out[at + 1]}. */
  void fromLonLat(double longitude, double latitude, double[] out, int at);

  /** Writes longitude to {@code out[at]} and latitude to {@code out[at + 1]}. */
  void toLonLat(double x, double y, double[] out, int at);

  /**
   * The projection of an EPSG code: 4326, 3857, 32601..32660, 32701..32760 with our own formulas,
   * others from the EPSG database of proj4j.
   *
   * @throws IllegalArgumentException when the code is unknown
   */
  static Projection of(int epsg) {
    if (epsg == Geographic.EPSG) {
      return Geographic.INSTANCE;
    }
    if (epsg == WebMercator.EPSG) {
      return WebMercator.INSTANCE;
    }
    if (Utm.covers(epsg)) {
      return Utm.of(epsg);
    }
    return Proj4Projection.of(epsg);
  }
}
