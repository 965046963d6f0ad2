package io.glebe.tile.plan;

/**
 * The estimated cost of a request.
 *
 * @param chunks number of chunks to decode, all layers and times together
 * @param bytes decoded bytes of these chunks
 * @param pixels number of source pixels read, all layers and times together
 */
public record Estimate(long chunks, long bytes, long pixels) {}
