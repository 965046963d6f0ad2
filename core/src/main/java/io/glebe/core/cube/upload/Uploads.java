package io.glebe.core.cube.upload;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.problem.Problem;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The active uploads of this process: limits their number, and with it their memory and spooled
 * files, and records their progress.
 */
public final class Uploads {
  private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);
  private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final UploadRows rows;
  private final Spool spool;
  private final SharedPlaces places;

  /**
   * @param places of active uploads
   */
  public Uploads(UploadRows rows, Spool spool, SharedPlaces places) {
    this.rows = rows;
    this.spool = spool;
    this.places = places;
  }

  public UploadRows rows() {
    return rows;
  }

  /**
   * Registers an active upload; 429 when the caller has too many, 503 when there are too many in
   * all, 409 for a duplicate id.
   */
  public Future<Running> begin(
      Caller caller, UUID id, String collection, String layer, OptionalLong bytesTotal) {
    SharedPlaces.Place place;
    try {
      place = places.take(caller.subjectId());
    } catch (Problem refused) {
      return Future.failedFuture(refused);
    }
    return rows.begin(id, collection, layer, bytesTotal)
        .map(begun -> new Running(id, place))
        .onFailure(refused -> place.close());
  }

  /** A registered upload; it must be ended. */
  public final class Running implements UploadProgress {
    private final UUID id;
    private final SharedPlaces.Place place;
    private volatile long bytes;
    private volatile int slices;
    private long reportedBytes = System.nanoTime();

    private Running(UUID id, SharedPlaces.Place place) {
      this.id = id;
      this.place = place;
    }

    public UUID id() {
      return id;
    }

    /** Writes the content; blocks, call it on a virtual thread. */
    public SliceUpload.UploadResult write(
        SliceUpload.Dependencies dependencies, UploadSpec spec, UploadParts parts)
        throws IOException {
      return new SliceUpload(dependencies, spec, spool, this).write(parts);
    }

    @Override
    public void at(long bytesSoFar, int slicesSoFar) {
      bytes = bytesSoFar;
      slices = slicesSoFar;
      long now = System.nanoTime();
      if (now - reportedBytes > TELL_NANOS) {
        reportedBytes = now;
        rows.advance(id, bytes, slices).onFailure(e -> LOG.warn("upload {}: {}", id, "" + e));
      }
    }

    /** Releases the registration and records the result; fails like the upload failed. */
    public <T> Future<T> end(Future<T> upload, java.util.function.ToLongFunction<T> version) {
      place.close();
      Future<Void> noted =
          upload.failed()
              ? rows.fail(id, reason(upload.cause()))
              : rows.succeed(id, bytes, slices, version.applyAsLong(upload.result()));
      return noted
          .onFailure(e -> LOG.warn("the end of upload {} is not noted: {}", id, "" + e))
          .transform(ignored -> upload);
    }

    private static String reason(Throwable cause) {
      if (!(cause instanceof Problem problem) || problem.status() >= 500) {
        return "the upload broke off";
      }
      String detail =
          problem.violations().isEmpty()
              ? problem.detail()
              : problem.violations().getFirst().detail();
      return detail.replace('\0', '?'); // PostgreSQL stores no such character
    }
  }
}
