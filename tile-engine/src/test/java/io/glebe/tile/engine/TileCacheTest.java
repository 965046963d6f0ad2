package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TileCacheTest {

  @Test
  void usedBytesNeverExceedTheLimit() {
    TileCache cache = new TileCache(100_000);
    for (int i = 0; i < 1000; i++) {
      cache.put(new TileKey("key" + i), tile(1_000));
      assertThat(cache.usedBytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(cache.usedBytes()).isGreaterThan(50_000);
  }

  @Test
  void aHitIsMarkedAsCachedAndHasTheSameBytes() {
    TileCache cache = new TileCache(100_000);
    TileResult made = tile(10);
    TileKey key = new TileKey("a");
    assertThat(cache.get(key)).isEmpty();
    cache.put(key, made);
    assertThat(cache.get(new TileKey("a")))
        .hasValueSatisfying(
            hit -> {
              assertThat(hit.cached()).isTrue();
              assertThat(hit.bytes()).isEqualTo(made.bytes());
            });
  }

  @Test
  void tilesBeingSentStayValidAfterEviction() {
    TileCache cache = new TileCache(100_000);
    TileKey key = new TileKey("a");
    cache.put(key, filled(10_000, 7));
    CachedTile sent = cache.lease(key);
    cache.clear();
    for (int i = 0; i < 100; i++) {
      cache.put(new TileKey("key" + i), filled(10_000, 9));
    }
    byte[] bytes = new byte[10_000];
    sent.bytes().get(0, bytes);
    assertThat(bytes).containsOnly(7);
    assertThat(cache.again(key, sent)).as("a reference exists").isTrue();
    sent.release();
    sent.release();
    assertThat(cache.again(key, sent)).as("no reference exists").isFalse();
    assertThat(cache.lease(key)).isNull();
  }

  @Test
  void allMemoryIsFreedWhenTilesAreEvicted() {
    TileCache cache = new TileCache(1 << 20);
    for (int round = 0; round < 200; round++) {
      cache.put(new TileKey("key" + round % 7), filled(100_000, round % 100));
    }
    assertThat(cache.memory().usedBytes()).isPositive();
    cache.clear();
    assertThat(cache.memory().usedBytes()).isZero();
  }

  @Test
  void frequentlyUsedTilesOutliveTilesUsedOnce() {
    TileCache cache = new TileCache(300_000);
    TileKey key = new TileKey("a");
    cache.put(key, filled(10_000, 7));
    CachedTile tile = cache.lease(key);
    tile.release();
    for (int i = 0; i < 1000; i++) {
      for (int use = 0; use < 10; use++) {
        assertThat(cache.again(key, tile)).isTrue();
        tile.release();
      }
      cache.put(new TileKey("key" + i), filled(10_000, 9));
    }
    assertThat(cache.stats().hitCount()).isEqualTo(10_001);
  }

  @Test
  void noTileIsStoredWhileTooMuchIsBeingSent() {
    TileCache cache = new TileCache(1 << 20);
    List<CachedTile> sent = new ArrayList<>();
    TileKey key = new TileKey("key");
    CachedTile tile;
    do {
      cache.clear();
      cache.put(key, filled(300_000, 7));
      tile = cache.lease(key);
      if (tile != null) {
        sent.add(tile);
      }
    } while (tile != null);
    assertThat(cache.memory().usedBytes()).isGreaterThan(16 << 20).isLessThanOrEqualTo(17 << 20);
    sent.forEach(CachedTile::release);
    assertThat(cache.memory().usedBytes()).isZero();
    cache.put(key, filled(300_000, 9));
    assertThat(cache.get(key)).isPresent();
  }

  @Test
  void aCacheOfZeroBytesStoresNothing() {
    TileCache cache = new TileCache(0);
    cache.put(new TileKey("a"), tile(10));
    assertThat(cache.lease(new TileKey("a"))).isNull();
  }

  @Test
  void theEtagFollowsFromTheKeyAlone() {
    assertThat(new TileKey("a").etag())
        .isEqualTo(new TileKey("a").etag())
        .matches("\"[\\w-]{22}\"");
    assertThat(new TileKey("a").etag()).isNotEqualTo(new TileKey("b").etag());
  }

  private static TileResult filled(int bytes, int value) {
    TileResult tile = tile(bytes);
    Arrays.fill(tile.bytes(), (byte) value);
    return tile;
  }

  private static TileResult tile(int bytes) {
    return new TileResult(new byte[bytes], "image/png", "\"x\"", false, false, new StageTimes());
  }
}
