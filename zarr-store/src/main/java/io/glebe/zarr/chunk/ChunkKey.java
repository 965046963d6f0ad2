package io.glebe.zarr.chunk;

/** A chunk of one generation of one array. The array's number is unique in the process. */
record ChunkKey(long array, long chunk) {
  @Override
  public int hashCode() {
    long mixed = (array * 0x9E3779B97F4A7C15L) ^ (chunk * 0xC2B2AE3D27D4EB4FL);
    return (int) (mixed ^ (mixed >>> 32));
  }
}
