/**
 * GeoJSON geometries: checked position by position, written right-handed, turned into JTS
 * geometries. Pure and stateless.
 */
package io.glebe.core.geo;
