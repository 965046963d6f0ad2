package io.glebe.api.cli.load.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Viewers of maps; each action is a step of one of them. */
public final class MapScenario implements Scenario {
  private final List<MapWalk> viewers = new ArrayList<>();
  private final SplittableRandom random;

  /**
   * @param maps the collections to look at; not empty
   * @param clients number of viewers
   */
  public MapScenario(List<MapLayers> maps, int clients, long seed) {
    this.random = new SplittableRandom(seed);
    for (int viewer = 0; viewer < clients; viewer++) {
      viewers.add(new MapWalk(maps.get(viewer % maps.size()), random.nextLong()));
    }
  }

  @Override
  public List<LoadRequest> next(long atNanos) {
    return viewers.get(random.nextInt(viewers.size())).next();
  }
}
