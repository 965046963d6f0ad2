package io.glebe.zarr.dataset;

/** Other processes committed in every attempt; no part of this commit is visible. */
public final class CommitConflictException extends RuntimeException {
  CommitConflictException(String path) {
    super("other commits to '" + path + "' were faster too many times");
  }
}
