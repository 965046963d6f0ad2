package io.glebe.api.spatio;

import io.glebe.tile.engine.TileKey;
import io.glebe.zarr.dataset.DatasetSnapshot;
import java.lang.ref.WeakReference;

/**
 * What the words of a tile's address came to in one state of its cube. The state is not held: an
 * address that nobody asks for again must not keep it.
 */
record SettledTile(WeakReference<DatasetSnapshot> state, TileKey key) {
  static SettledTile of(DatasetSnapshot state, TileKey key) {
    return new SettledTile(new WeakReference<>(state), key);
  }

  boolean holdsIn(DatasetSnapshot now) {
    return state.refersTo(now);
  }
}
