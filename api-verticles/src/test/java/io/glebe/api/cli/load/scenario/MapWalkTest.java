package io.glebe.api.cli.load.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.tile.grid.Bounds;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MapWalkTest {
  private static final Bounds BOUNDS = new Bounds(1_720_000, 5_780_000, 1_723_000, 5_783_000);
  private static final MapLayers MAP =
      new MapLayers(
          "demo",
          BOUNDS,
          12,
          16,
          List.of("NDVI", "B08"),
          List.of("2026-04-01T10:00:00Z", "2026-05-01T10:00:00Z"),
          List.of(new MapLayers.Overlay("/vector/", BOUNDS)));

  private static List<LoadRequest> requests(long seed, int steps) {
    MapWalk walk = new MapWalk(MAP, seed);
    List<LoadRequest> all = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      List<LoadRequest> next = walk.next();
      assertThat(next).isNotEmpty();
      assertThat(next.stream().map(LoadRequest::path)).doesNotHaveDuplicates();
      all.addAll(next);
    }
    return all;
  }

  @Test
  void theSameSeedWalksTheSameWay() {
    List<String> first = requests(1, 200).stream().map(LoadRequest::path).toList();
    assertThat(requests(1, 200).stream().map(LoadRequest::path).toList()).isEqualTo(first);
    assertThat(requests(2, 200).stream().map(LoadRequest::path).toList()).isNotEqualTo(first);
  }

  @Test
  void aWalkSeesAllZoomsTimesAndLayersAndComesBackToTiles() {
    List<String> paths = requests(3, 500).stream().map(LoadRequest::path).toList();
    Set<String> different = new HashSet<>(paths);
    assertThat(different.size()).isLessThan(paths.size());
    for (String part :
        List.of("Quad/12/", "Quad/16/", "NDVI", "B08", "2026-04-01", "2026-05-01", "/vector/")) {
      assertThat(paths).as(part).anyMatch(path -> path.contains(part));
    }
  }

  @Test
  void aTileThatWasSeenIsRequestedWithItsEtag() {
    MapWalk walk = new MapWalk(MAP, 4);
    Set<String> seen = new HashSet<>();
    int conditional = 0;
    for (int step = 0; step < 300; step++) {
      for (LoadRequest request : walk.next()) {
        String etag = request.etag().get();
        assertThat(etag.isEmpty() || seen.contains(request.path())).isTrue();
        conditional += etag.isEmpty() ? 0 : 1;
        seen.add(request.path());
        request.reader().read(new LoadAnswer(200, "\"" + request.path() + "\"", "", empty(), 0));
      }
    }
    assertThat(conditional).isPositive();
  }

  @Test
  void anAnswerIsColdWarmOrUnchanged() {
    LoadRequest request =
        requests(5, 50).stream()
            .filter(one -> one.path().startsWith("/api"))
            .findFirst()
            .orElseThrow();
    assertThat(detail(request, 200, "auth;dur=0.1, read;dur=2.00, decode;dur=1.00, total;dur=9.00"))
        .isEqualTo("cold");
    assertThat(detail(request, 200, "auth;dur=0.10, total;dur=0.20")).isEqualTo("warm");
    assertThat(detail(request, 304, "total;dur=0.05")).isEqualTo("304");
  }

  private static String detail(LoadRequest request, int status, String timing) {
    return request.reader().read(new LoadAnswer(status, "\"a\"", timing, empty(), 0)).detail();
  }

  private static Buffer empty() {
    return Buffer.buffer();
  }
}
