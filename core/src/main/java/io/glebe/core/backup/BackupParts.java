package io.glebe.core.backup;

import io.glebe.core.attachment.BlobStore;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.zarr.store.ObjectStore;

/** The parts of a platform that a backup copies, or that a restore fills. */
public record BackupParts(DatabaseAddress database, ObjectStore zarr, BlobStore blobs) {}
