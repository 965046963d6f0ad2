/**
 * Bulk jobs over a collection: pyramids of tiles as archives, and series that cost too much for one
 * request.
 *
 * <p>A job is a row and its parts are rows. Any process claims a part by locking its row ({@code
 * FOR UPDATE SKIP LOCKED}) in a transaction that lasts as long as the work, so a process that dies
 * lets go of it and another does it again. Parts leave packs in the object store under {@code
 * jobs/{id}}; when all parts of a sheet are done one more part assembles its output. What the user
 * sees of it is one ProcessingJob record.
 */
@NullMarked
package io.glebe.core.cube.job;

import org.jspecify.annotations.NullMarked;
