package io.glebe.zarr.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A pool of native memory for decoded chunks, limited in bytes.
 *
 * <pre>{@code
 * var pool = new SlabPool(256L << 20);
 * Slab slab = pool.acquire(chain.decodedBytes());
 * try { chain.decode(encoded, slab.segment()); ... } finally { slab.release(); }
 * }</pre>
 *
 * Sizes are rounded up to powers of two of at least {@value #SMALLEST_SLAB} bytes; blocks of
 * different sizes share the same regions, so memory stays usable when the chunk size changes.
 */
public final class SlabPool {
  static final int SMALLEST_SLAB = 4096;
  private static final int UNIT_SHIFT = 12;
  private static final int REGION_ORDER =
      12; // 16 MiB: a region is zeroed once in about a millisecond
  private static final int LARGEST_ORDER =
      22; // 16 GiB: a region's tables then fit into int indexes

  private final long maxBytes;
  private final List<Region> regions = new ArrayList<>();
  private int regionsSoFar;
  private long reservedBytes;
  private volatile long usedBytes;

  /**
   * Creates a pool that never reserves more than {@code maxBytes}. Memory is reserved on demand.
   */
  public SlabPool(long maxBytes) {
    if (maxBytes < SMALLEST_SLAB) {
      throw new IllegalArgumentException("a pool needs at least " + SMALLEST_SLAB + " bytes");
    }
    this.maxBytes = maxBytes;
  }

  /**
   * A slab of exactly {@code bytes} bytes with undefined content and one reference.
   *
   * @throws SlabExhaustedException when the limit is reached and no free block is large enough
   */
  public Slab acquire(long bytes) {
    int order = orderOf(bytes);
    synchronized (this) {
      Slab free = taken(order, bytes);
      if (free == null && regionOrder(order) < order) {
        regions.forEach(region -> region.retire(false));
        free = taken(order, bytes);
      }
      if (free != null) {
        return free;
      }
      Region fresh = reserve(order, bytes);
      return lend(fresh, fresh.take(order), order, bytes);
    }
  }

  private @Nullable Slab taken(int order, long bytes) {
    for (Region region : regions) {
      int block = region.isRetired() ? -1 : region.take(order);
      if (block >= 0) {
        return lend(region, block, order, bytes);
      }
    }
    return null;
  }

  /**
   * Takes no more slabs from the region of which least is used, and returns its memory to the
   * operating system as soon as its slabs have been released. It is used again when the limit is
   * reached before that.
   *
   * @return its number, for {@link Slab#region()}; empty when all regions are retired or returned
   */
  public synchronized OptionalInt retireRegion() {
    closeFreeRegions();
    return regions.stream()
        .filter(region -> !region.isRetired())
        .min(Comparator.comparingLong(Region::usedBytes))
        .map(
            region -> {
              region.retire(true);
              return OptionalInt.of(region.number());
            })
        .orElse(OptionalInt.empty());
  }

  /** Bytes in use now, in size classes; approximate under concurrency. */
  public long usedBytes() {
    return usedBytes;
  }

  /** Bytes reserved from the operating system, in use or free. */
  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** Bytes of regions from which slabs are taken: those reserved without the retired ones. */
  public synchronized long activeBytes() {
    return regions.stream().filter(r -> !r.isRetired()).mapToLong(Region::byteSize).sum();
  }

  public long maxBytes() {
    return maxBytes;
  }

  /** Bytes of the pool that a slab of this size occupies: its size class. */
  public static long footprint(long bytes) {
    return 1L << (orderOf(bytes) + UNIT_SHIFT);
  }

  synchronized void free(Region region, int block) {
    usedBytes -= region.give(block);
    if (region.isRetired() && region.isFree()) {
      closeFreeRegions();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock, read without it
  private Slab lend(Region region, int block, int order, long bytes) {
    usedBytes += 1L << (order + UNIT_SHIFT);
    return new Slab(this, region, block, region.slice(block, bytes));
  }

  private Region reserve(int order, long bytes) {
    int top = regionOrder(order);
    if (top < order) {
      closeFreeRegions();
      top = regionOrder(order);
    }
    if (top < order) {
      throw new SlabExhaustedException(bytes, usedBytes, maxBytes);
    }
    Region region = new Region(regionsSoFar++, UNIT_SHIFT, top);
    regions.add(region);
    reservedBytes += region.byteSize();
    return region;
  }

  /**
   * The order of the next region: the usual one, a larger one if necessary, a smaller one near the
   * limit.
   */
  private int regionOrder(int order) {
    long units = (maxBytes - reservedBytes) >>> UNIT_SHIFT;
    int affordable = units == 0 ? -1 : 63 - Long.numberOfLeadingZeros(units);
    return Math.min(Math.max(order, REGION_ORDER), affordable);
  }

  private void closeFreeRegions() {
    regions.removeIf(
        region -> {
          if (region.isFree()) {
            reservedBytes -= region.byteSize();
            region.close();
            return true;
          }
          return false;
        });
  }

  private static int orderOf(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a slab has at least one byte, not " + bytes);
    }
    long units = ((bytes - 1) >>> UNIT_SHIFT) + 1;
    int order = units == 1 ? 0 : 64 - Long.numberOfLeadingZeros(units - 1);
    if (order > LARGEST_ORDER) {
      throw new IllegalArgumentException("a slab of " + bytes + " bytes is too large");
    }
    return order;
  }
}
