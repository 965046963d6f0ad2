package io.glebe.zarr.dataset;

import java.time.Instant;

/**
 * What keeps the writers of other processes away from the slices of a transaction. A dataset itself
 * only knows the writers of its own process.
 */
public interface SliceClaims {
  /** For datasets that one process writes to. */
  SliceClaims NONE =
      new SliceClaims() {
        @Override
        public void claim(String layer, Instant instant) {}

        @Override
        public void confirm() {}
      };

  /**
   * Takes a slice until whoever made the claims gives all of them up.
   *
   * @throws SliceBusyException when somebody else has it
   */
  void claim(String layer, Instant instant);

  /** Called before what was written becomes visible; throws when the claims have been lost. */
  void confirm();
}
