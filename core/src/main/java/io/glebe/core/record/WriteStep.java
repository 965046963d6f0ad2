package io.glebe.core.record;

/**
 * One write among several that are done together.
 *
 * @param patch whether the body is a merge patch of a stored record; else it is the whole record
 */
public record WriteStep(WriteRequest request, boolean patch) {}
