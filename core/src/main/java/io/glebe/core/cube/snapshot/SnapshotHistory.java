package io.glebe.core.cube.snapshot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import io.glebe.zarr.dataset.Dataset;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The retained earlier snapshots of one dataset. Methods marked as blocking block; all may be
 * called from any thread.
 */
final class SnapshotHistory {
  /** Maximum number of open snapshots, and of instants with a known version. */
  private static final int OPEN = 32;

  private static final int INSTANTS = 1_000;

  /** A snapshot with the instant at which the next one replaced it. */
  private record State(DatasetSnapshot snapshot, Instant replacedAt) {}

  private final Dataset dataset;
  private final Duration retention;
  private final Cache<Long, State> states = Caffeine.newBuilder().maximumSize(OPEN).build();
  private final Cache<Instant, Long> versions = Caffeine.newBuilder().maximumSize(INSTANTS).build();

  SnapshotHistory(Dataset dataset, Duration retention) {
    this.dataset = dataset;
    this.retention = retention;
  }

  /** Returns the selected snapshot if it is already open. */
  Optional<DatasetSnapshot> known(SnapshotSelector asOf) {
    DatasetSnapshot now = dataset.current();
    if (asOf.instant().isPresent()) {
      Instant at = asOf.instant().get();
      if (!at.isBefore(now.committedAt())) {
        return Optional.of(now);
      }
      Long version = versions.getIfPresent(at);
      return version == null ? Optional.empty() : known(version);
    }
    return known(asOf.version().getAsLong());
  }

  private Optional<DatasetSnapshot> known(long version) {
    if (version == dataset.current().version()) {
      return Optional.of(dataset.current());
    }
    return Optional.ofNullable(states.getIfPresent(version)).map(this::kept);
  }

  /**
   * Reads the selected snapshot; 404 when there was none, 410 when it is past its retention.
   * Blocks.
   */
  DatasetSnapshot read(SnapshotSelector asOf) {
    if (asOf.version().isPresent()) {
      return read(asOf.version().getAsLong());
    }
    Instant at = asOf.instant().orElseThrow();
    DatasetSnapshot found = dataset.asOf(at).orElseThrow(() -> notKept("the state of " + at));
    if (!at.isBefore(dataset.current().committedAt())) {
      return found;
    }
    versions.put(at, found.version());
    return read(found.version());
  }

  private DatasetSnapshot read(long version) {
    DatasetSnapshot now = dataset.current();
    if (version == now.version()) {
      return now;
    }
    if (version < 1 || version > now.version()) {
      throw Problem.notFound(
          "there is no version " + version + " of the cube; the newest is " + now.version());
    }
    DatasetSnapshot found = dataset.asOf(version).orElseThrow(() -> notKept("version " + version));
    State state =
        new State(
            found,
            dataset.committedAt(version + 1).orElseThrow(() -> notKept("version " + version)));
    states.put(version, state);
    return kept(state);
  }

  /**
   * A snapshot that is about to be reclaimed counts as gone, so that no reader finds missing cells.
   */
  private DatasetSnapshot kept(State state) {
    if (state.replacedAt.isBefore(Instant.now().minus(retention))) {
      states.invalidate(state.snapshot.version());
      throw notKept("version " + state.snapshot.version());
    }
    return state.snapshot;
  }

  private Problem notKept(String what) {
    return Problem.of(
        ProblemType.GONE,
        what + " of the cube is not kept; earlier states are kept for " + retention);
  }
}
