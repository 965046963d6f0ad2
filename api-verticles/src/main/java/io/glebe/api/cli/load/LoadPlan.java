package io.glebe.api.cli.load;

import io.glebe.api.cli.load.client.Discovery;
import io.glebe.api.cli.load.client.OwnFarm;
import io.glebe.api.cli.load.client.TargetClient;
import io.glebe.api.cli.load.scenario.ArrivalSchedule;
import io.glebe.api.cli.load.scenario.ArrivalSequence;
import io.glebe.api.cli.load.scenario.DashboardScenario;
import io.glebe.api.cli.load.scenario.DeviceScenario;
import io.glebe.api.cli.load.scenario.FarmPages;
import io.glebe.api.cli.load.scenario.MapLayers;
import io.glebe.api.cli.load.scenario.MapScenario;
import io.glebe.api.cli.load.scenario.PhoneScenario;
import io.glebe.api.cli.load.scenario.Scenario;
import io.glebe.core.config.InvalidSettings;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Makes the scenarios of a run: finds what they read, and creates what they write to. */
final class LoadPlan {
  private static final int MOST_DEVICES = 200;
  private static final int MOST_PHONES = 500;

  /** Parts of the requests of the scenario {@code mixed}. */
  private static final Map<ScenarioName, Double> MIXTURE =
      Map.of(
          ScenarioName.MAP, 0.7,
          ScenarioName.DASHBOARD, 0.15,
          ScenarioName.IOT, 0.1,
          ScenarioName.SYNC, 0.05);

  /** The names of scenarios. */
  enum ScenarioName {
    MAP,
    DASHBOARD,
    IOT,
    SYNC,
    MIXED;

    /** The scenario of that name. */
    static ScenarioName of(String text) {
      return Arrays.stream(values())
          .filter(one -> one.label().equals(text))
          .findFirst()
          .orElseThrow(
              () -> new InvalidSettings("--scenario needs map, dashboard, iot, sync or mixed"));
    }

    /** Its name on the command line. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean writes() {
      return this == IOT || this == SYNC || this == MIXED;
    }
  }

  private final long seed;
  private final int clients;
  private final Discovery discovery;
  private final Optional<OwnFarm> farm;

  LoadPlan(TargetClient target, ScenarioName name, long seed, int clients) throws IOException {
    this.seed = seed;
    this.clients = clients;
    this.discovery = new Discovery(target);
    this.farm = name.writes() ? Optional.of(new OwnFarm(target, seed)) : Optional.empty();
  }

  /** The farm that the run writes to, if it writes. */
  Optional<OwnFarm> farm() {
    return farm;
  }

  /** The requests of the run. Creates the farm. */
  ArrivalSequence arrivals(ScenarioName name, double rate) throws IOException {
    // empty while dashboards are made, so it is no part of what they show, kept by an earlier run
    // or
    // not
    if (farm.isPresent()) {
      farm.get().create();
    }
    List<FarmPages> farms =
        name == ScenarioName.DASHBOARD || name == ScenarioName.MIXED
            ? discovery.farms()
            : List.of();
    List<ArrivalSequence.Stream> streams = new ArrayList<>();
    SplittableRandom seeds = new SplittableRandom(seed);
    for (ScenarioName one : ScenarioName.values()) {
      long seedOfOne = seeds.nextLong();
      double part =
          name == one ? 1 : name == ScenarioName.MIXED ? MIXTURE.getOrDefault(one, 0.0) : 0;
      if (part > 0 && one != ScenarioName.MIXED) {
        streams.add(
            new ArrivalSequence.Stream(
                scenario(one, seedOfOne, farms), new ArrivalSchedule(seedOfOne, rate * part)));
      }
    }
    return new ArrivalSequence(streams);
  }

  private Scenario scenario(ScenarioName name, long seedOfOne, List<FarmPages> farms)
      throws IOException {
    return switch (name) {
      case MAP -> map(seedOfOne);
      case DASHBOARD -> dashboard(seedOfOne, farms);
      case IOT -> devices(seedOfOne);
      case SYNC -> phones(seedOfOne);
      case MIXED -> throw new IllegalStateException("a mixture of scenarios is none of them");
    };
  }

  private Scenario map(long seedOfOne) throws IOException {
    List<MapLayers> maps = discovery.maps();
    if (maps.isEmpty()) {
      throw new IOException("the caller sees no raster collection with data at the target");
    }
    return new MapScenario(maps, clients, seedOfOne);
  }

  private static Scenario dashboard(long seedOfOne, List<FarmPages> farms) throws IOException {
    if (farms.isEmpty()) {
      throw new IOException("the caller sees no farm with fields at the target");
    }
    return new DashboardScenario(farms, seedOfOne);
  }

  private Scenario devices(long seedOfOne) throws IOException {
    return new DeviceScenario(
        farm.orElseThrow().devices(Math.min(clients, MOST_DEVICES)), Instant.now(), seedOfOne);
  }

  private Scenario phones(long seedOfOne) throws IOException {
    OwnFarm own = farm.orElseThrow();
    PhoneScenario phones = new PhoneScenario(own.id(), Math.min(clients, MOST_PHONES), seedOfOne);
    own.apply(phones.firstTasks());
    return phones;
  }
}
