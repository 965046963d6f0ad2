package io.glebe.core.attachment;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * Limits the resources of uploads. Places limit the open uploads, which may be slow and need a
 * spool file each. Write permits limit the uploads that write to disk and database at the same
 * time; they are given in the order of requests. A hundred large files that arrive together
 * therefore do not block the connections of the database. Blocking.
 */
final class UploadLimiter {
  private final SharedPlaces places;
  private final Semaphore writes;

  /**
   * @param places of open uploads
   * @param writes maximum number of uploads that write at the same time
   */
  UploadLimiter(SharedPlaces places, int writes) {
    this.places = places;
    this.writes = new Semaphore(writes, true);
  }

  /** Work that needs a write permit. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /** Takes a place; 429 if the caller holds his share, 503 if none is free. */
  SharedPlaces.Place enter(Caller caller) {
    return places.take(caller.subjectId());
  }

  /** Waits for a write permit. The wait is bounded by the writes that were requested earlier. */
  <T> T write(Work<T> work) throws IOException {
    try {
      writes.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while an upload waited for a write permit", e);
    }
    try {
      return work.run();
    } finally {
      writes.release();
    }
  }
}
