/**
 * GeoJSON geometries: checked position by position, written right-handed, turned into JTS
 * geometries. Pure and stateless.
 */
@NullMarked
package io.glebe.core.geo;

import org.jspecify.annotations.NullMarked;
