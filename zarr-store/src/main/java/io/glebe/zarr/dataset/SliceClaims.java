package io.glebe.zarr.dataset;

import java.time.Instant;

/**
 * Excludes writers of other processes from the slices of a transaction. A dataset itself only knows
 * the writers of its own process.
 */
public interface SliceClaims {
  /** For datasets that only one process writes. */
  SliceClaims NONE =
      new SliceClaims() {
        @Override
        public void claim(String layer, Instant instant) {}

        @Override
        public void confirm() {}
      };

  /**
   * Claims a slice until the creator of the claims releases all of them.
   *
   * @throws SliceBusyException when another writer has claimed it
   */
  void claim(String layer, Instant instant);

  /** Called before the written data becomes visible; throws when the claims have been lost. */
  void confirm();
}
