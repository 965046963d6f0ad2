/**
 * Runs bulk jobs over a collection: tile pyramids as archives, and time series that are too
 * expensive for one request.
 *
 * <p>A job is a row and its parts are rows. Any process claims a part by locking its row ({@code
 * FOR UPDATE SKIP LOCKED}) in a transaction that lasts as long as the work, so the lock of a
 * process that dies is released and another process repeats the part. Parts store packs in the
 * object store under {@code jobs/{id}}; when all parts of a sheet are done, one more part assembles
 * its output. Users see a job as one ProcessingJob record.
 */
@NullMarked
package io.glebe.core.cube.job;

import org.jspecify.annotations.NullMarked;
