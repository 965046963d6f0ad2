package io.glebe.zarr.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class SlabPoolTest {
  private static final long MIB = 1 << 20;

  @Test
  void aSlabHasExactlyTheRequestedSizeAndIsAccountedByItsClass() {
    SlabPool pool = new SlabPool(4 * MIB);
    Slab slab = pool.acquire(100_000);
    assertEquals(100_000, slab.segment().byteSize());
    assertEquals(131_072, pool.usedBytes());
    assertEquals(131_072, SlabPool.footprint(100_000));
    slab.release();
    assertEquals(0, pool.usedBytes());
  }

  @Test
  void slabsBeyondTheLimitAreRefused() {
    SlabPool pool = new SlabPool(MIB);
    List<Slab> slabs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      slabs.add(pool.acquire(128 << 10));
    }
    assertEquals(MIB, pool.usedBytes());
    assertThrows(SlabExhaustedException.class, () -> pool.acquire(1));
    slabs.removeFirst().release();
    pool.acquire(128 << 10).release();
    slabs.forEach(Slab::release);
    assertTrue(pool.reservedBytes() <= pool.maxBytes());
  }

  @Test
  void freedNeighboursAreMergedSoThatALargeSlabFitsAgain() {
    SlabPool pool = new SlabPool(MIB);
    List<Slab> small = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      small.add(pool.acquire(4096));
    }
    java.util.Collections.shuffle(small, new Random(3));
    small.forEach(Slab::release);
    pool.acquire(MIB).release();
  }

  @Test
  void freeRegionsAreReleasedForALargerOne() {
    SlabPool pool = new SlabPool(64 * MIB);
    List<Slab> slabs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      slabs.add(pool.acquire(16 * MIB));
    }
    slabs.forEach(Slab::release);
    Slab large = pool.acquire(60 * MIB);
    assertEquals(64 * MIB, pool.reservedBytes());
    large.release();
  }

  @Test
  void aRetiredRegionIsReturnedWithItsLastSlab() {
    SlabPool pool = new SlabPool(64 * MIB);
    Slab large = pool.acquire(16 * MIB);
    Slab small = pool.acquire(MIB);
    assertEquals(small.region(), pool.retireRegion().getAsInt());
    assertEquals(16 * MIB, pool.activeBytes());
    Slab next = pool.acquire(MIB);
    assertNotEquals(small.region(), next.region());
    small.release();
    assertEquals(32 * MIB, pool.reservedBytes());
    next.release();
    large.release();
  }

  @Test
  void aRetiredRegionIsUsedAgainAtTheLimit() {
    SlabPool pool = new SlabPool(16 * MIB);
    Slab slab = pool.acquire(MIB);
    assertEquals(slab.region(), pool.retireRegion().getAsInt());
    assertTrue(pool.retireRegion().isEmpty());
    Slab next = pool.acquire(MIB);
    assertEquals(slab.region(), next.region());
    slab.release();
    next.release();
  }

  @Test
  void aSlabIsReturnedOnlyAfterItsLastReference() {
    SlabPool pool = new SlabPool(MIB);
    Slab slab = pool.acquire(5000);
    slab.retain();
    slab.release();
    assertEquals(8192, pool.usedBytes());
    slab.release();
    assertEquals(0, pool.usedBytes());
    assertFalse(slab.tryRetain());
    assertThrows(IllegalStateException.class, slab::retain);
    assertThrows(IllegalStateException.class, slab::release);
    assertEquals(0, pool.usedBytes());
  }

  @Test
  void impossibleSizesAreRefused() {
    SlabPool pool = new SlabPool(MIB);
    assertThrows(IllegalArgumentException.class, () -> pool.acquire(0));
    assertThrows(IllegalArgumentException.class, () -> pool.acquire(Long.MAX_VALUE));
    assertThrows(SlabExhaustedException.class, () -> pool.acquire(2 * MIB));
    assertThrows(IllegalArgumentException.class, () -> new SlabPool(1));
  }

  @Test
  void slabsOfManyThreadsNeverOverlap() throws InterruptedException, ExecutionException {
    SlabPool pool = new SlabPool(8 * MIB);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Integer>> jobs = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        long seed = 40L + thread;
        jobs.add(() -> churn(pool, seed));
      }
      for (Future<Integer> job : threads.invokeAll(jobs)) {
        assertTrue(job.get() > 0);
      }
    }
    assertEquals(0, pool.usedBytes());
  }

  private static int churn(SlabPool pool, long seed) {
    Random random = new Random(seed);
    List<Slab> held = new ArrayList<>();
    int acquired = 0;
    for (int i = 0; i < 3000; i++) {
      if (held.size() > 6 || (random.nextBoolean() && !held.isEmpty())) {
        Slab slab = held.remove(random.nextInt(held.size()));
        byte mark = slab.segment().get(ValueLayout.JAVA_BYTE, 0);
        byte end = slab.segment().get(ValueLayout.JAVA_BYTE, slab.byteSize() - 1);
        assertEquals((byte) seed, mark, "seed " + seed);
        assertEquals((byte) seed, end, "seed " + seed);
        slab.release();
      } else {
        try {
          Slab slab = pool.acquire(1 + random.nextInt(200_000));
          slab.segment().fill((byte) seed);
          held.add(slab);
          acquired++;
        } catch (SlabExhaustedException full) {
          assertTrue(pool.usedBytes() > 0);
        }
      }
    }
    held.forEach(Slab::release);
    return acquired;
  }

  @Test
  void scratchGrowsKeepsItsSizeAndItsLimit() {
    Scratch scratch = new Scratch(MIB);
    assertTrue(scratch.atLeast(10).byteSize() >= 10);
    scratch.atLeast(200_000);
    long held = scratch.byteSize();
    assertEquals(held, scratch.atLeast(5).byteSize());
    assertThrows(IllegalArgumentException.class, () -> scratch.atLeast(MIB + 1));
    assertEquals(MIB, scratch.atLeast(MIB).byteSize());
  }
}
