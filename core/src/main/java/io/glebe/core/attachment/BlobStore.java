package io.glebe.core.attachment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Keeps the bytes of attachments under their ids. Blocking; a blob appears whole or not at all and
 * never changes.
 */
public interface BlobStore {
  /** A folder for uploads under way; emptied at the start of the process. */
  Path spool();

  /** Keeps a spooled file durably; the file may be moved away. */
  void keep(UUID id, Path spooled) throws IOException;

  /** The blob as a local file, where it is one. */
  Optional<Path> file(UUID id);

  /** Size in bytes; empty where there is no blob. */
  Optional<Long> size(UUID id) throws IOException;

  /** Copies part of a blob, a bounded piece in memory at a time. */
  void copy(UUID id, long from, long length, OutputStream out) throws IOException;

  /** Removes the blob, if there is one. */
  void delete(UUID id) throws IOException;

  /** Whether other processes keep blobs here too. */
  boolean isShared();
}
