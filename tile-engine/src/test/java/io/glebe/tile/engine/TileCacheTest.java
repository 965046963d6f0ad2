package io.glebe.tile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TileCacheTest {

  @Test
  void neverHoldsMoreThanItsBytesHoweverMuchIsPut() {
    TileCache cache = new TileCache(100_000);
    for (int i = 0; i < 1000; i++) {
      cache.put(new TileKey("key" + i), tile(1_000));
      assertThat(cache.usedBytes()).isLessThanOrEqualTo(100_000);
    }
    assertThat(cache.usedBytes()).isGreaterThan(50_000);
  }

  @Test
  void aHitSaysThatItIsOneAndHoldsTheSameBytes() {
    TileCache cache = new TileCache(100_000);
    TileResult made = tile(10);
    TileKey key = new TileKey("a");
    assertThat(cache.get(key)).isEmpty();
    cache.put(key, made);
    assertThat(cache.get(new TileKey("a")))
        .hasValueSatisfying(
            hit -> {
              assertThat(hit.cached()).isTrue();
              assertThat(hit.bytes()).isSameAs(made.bytes());
            });
  }

  @Test
  void theEtagFollowsFromTheKeyAlone() {
    assertThat(new TileKey("a").etag())
        .isEqualTo(new TileKey("a").etag())
        .matches("\"[\\w-]{22}\"");
    assertThat(new TileKey("a").etag()).isNotEqualTo(new TileKey("b").etag());
  }

  private static TileResult tile(int bytes) {
    return new TileResult(new byte[bytes], "image/png", "\"x\"", false, false, new StageTimes());
  }
}
