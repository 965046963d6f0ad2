package io.glebe.core.attachment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores the bytes of attachments by id. Blocking. A blob becomes visible as a whole and never
 * changes.
 */
public interface BlobStore extends AutoCloseable {
  /** Most bytes of heap that {@link #copy} uses. */
  int PIECE = 1 << 20;

  /** A folder for open uploads; it is emptied when the process starts. */
  Path spool();

  /** Stores a spooled file durably; the file may be moved away. */
  void keep(UUID id, Path spooled) throws IOException;

  /** The blob as a local file, if the store has local files. */
  Optional<Path> file(UUID id);

  /** The size in bytes; empty if the blob does not exist. */
  Optional<Long> size(UUID id) throws IOException;

  /** Copies part of a blob in pieces of {@value #PIECE} bytes or fewer. */
  void copy(UUID id, long from, long length, OutputStream out) throws IOException;

  /** Removes the blob if it exists. */
  void delete(UUID id) throws IOException;

  /** Whether other processes store blobs in the same place. */
  boolean isShared();

  /** Closes connections; files need nothing. */
  @Override
  default void close() {}
}
