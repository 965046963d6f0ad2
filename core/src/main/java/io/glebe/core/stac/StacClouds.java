package io.glebe.core.stac;

import io.glebe.core.cube.cloud.CloudCover;
import io.glebe.core.cube.snapshot.CubeState;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Adds the cloud cover to items of slices. An item always has it where there is a cloud layer; the
 * items of a page have it where it is known, and at most {@link CloudCover#READ} more are read.
 * Blocking.
 */
final class StacClouds {
  private final CloudCover clouds;

  StacClouds(CloudCover clouds) {
    this.clouds = clouds;
  }

  StacItem of(StacItem item) {
    return state(item).map(state -> item.with(clouds.share(state, item.first()))).orElse(item);
  }

  private static Optional<CubeState> state(StacItem item) {
    return item.slice() ? item.source().state() : Optional.empty();
  }

  /**
   * The same page; when all render threads are busy, the rest of it has only what is known.
   *
   * @param isAbandoned whether the client has left; then a {@link CancellationException} is thrown
   */
  StacPage of(StacPage page, BooleanSupplier isAbandoned) {
    List<StacItem> items = new ArrayList<>();
    int left = CloudCover.READ;
    for (StacItem item : page.items()) {
      if (isAbandoned.getAsBoolean()) {
        throw new CancellationException("the client has left");
      }
      boolean isKnown = state(item).map(at -> clouds.isKnown(at, item.first())).orElse(true);
      try {
        items.add(isKnown || left > 0 ? of(item) : item);
        left -= isKnown ? 0 : 1;
      } catch (Problem busy) {
        items.add(item);
        left = 0;
      }
    }
    return new StacPage(items, page.matched(), page.next());
  }
}
