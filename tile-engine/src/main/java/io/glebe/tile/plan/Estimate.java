package io.glebe.tile.plan;

/**
 * What a request costs.
 *
 * @param chunks chunks to decode, all layers and times together
 * @param bytes decoded bytes of these chunks
 * @param pixels source pixels looked at, all layers and times together
 */
public record Estimate(long chunks, long bytes, long pixels) {}
