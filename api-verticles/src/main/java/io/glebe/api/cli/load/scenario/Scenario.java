package io.glebe.api.cli.load.scenario;

import java.util.List;

/** A stream of actions of simulated clients. */
public interface Scenario {
  /**
   * The next action: requests that begin at the same time, as when a map is moved; never empty.
   *
   * @param atNanos its time since the start of the run
   */
  List<LoadRequest> next(long atNanos);
}
