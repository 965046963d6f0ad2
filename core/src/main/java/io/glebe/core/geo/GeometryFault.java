package io.glebe.core.geo;

/**
 * One fault of a geometry.
 *
 * @param pointer JSON Pointer from the geometry to the place, such as {@code /coordinates/0/3};
 *     empty for the whole
 */
public record GeometryFault(String pointer, String detail) {}
