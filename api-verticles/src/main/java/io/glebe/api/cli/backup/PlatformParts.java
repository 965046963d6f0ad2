package io.glebe.api.cli.backup;

import io.glebe.core.attachment.BlobStore;
import io.glebe.core.attachment.FileBlobs;
import io.glebe.core.attachment.ObjectBlobs;
import io.glebe.core.backup.BackupFault;
import io.glebe.core.backup.BackupParts;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.DatabaseAddress;
import io.glebe.core.database.DatabaseFault;
import io.glebe.core.database.embedded.EmbeddedPostgres;
import io.glebe.core.folder.CacheFolder;
import io.glebe.core.folder.Folders;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The parts of the platform that the settings name, opened by a second process. An embedded
 * database that runs is used; one that does not run is started until the parts are closed.
 */
final class PlatformParts implements AutoCloseable {
  private final BackupParts parts;
  private final Path spool;
  private final Optional<EmbeddedPostgres> server;

  private PlatformParts(BackupParts parts, Path spool, Optional<EmbeddedPostgres> server) {
    this.parts = parts;
    this.spool = spool;
    this.server = server;
  }

  /** Opens the parts of a platform that exists and may run. */
  static PlatformParts ofExisting(Settings settings) throws IOException {
    Path data = settings.dataDir();
    Optional<DatabaseAddress> outside = DatabaseAddress.of(settings);
    if (outside.isEmpty() && !Files.isDirectory(data.resolve("postgres"))) {
      throw new BackupFault(
          "there is no platform in "
              + data
              + "; name its folder with --data, or its database with "
              + StorageSettings.DATABASE_URL.name());
    }
    Optional<DatabaseAddress> running =
        outside.isPresent() ? outside : EmbeddedPostgres.running(data);
    return open(settings, running);
  }

  /** Opens the parts of a new platform. An embedded database that runs is refused. */
  static PlatformParts ofNew(Settings settings) throws IOException {
    return open(settings, DatabaseAddress.of(settings));
  }

  private static PlatformParts open(Settings settings, Optional<DatabaseAddress> running)
      throws IOException {
    Path data = settings.dataDir();
    Folders.makeWritable(data, "--data");
    Optional<EmbeddedPostgres> server = Optional.empty();
    if (running.isEmpty()) {
      server =
          Optional.of(
              EmbeddedPostgres.start(
                  data, CacheFolder.of(settings), EmbeddedPostgres.Durability.SAFE));
    }
    try {
      DatabaseAddress address =
          running.orElseGet(server.map(EmbeddedPostgres::address)::orElseThrow);
      DatabaseFault.check(address);
      Path spool = Files.createTempDirectory(blobFolder(settings), "copy-");
      return new PlatformParts(
          new BackupParts(address, zarr(settings), blobs(settings, spool)), spool, server);
    } catch (IOException | RuntimeException e) {
      if (server.isPresent()) {
        server.get().close();
      }
      throw e;
    }
  }

  private static ObjectStore zarr(Settings settings) {
    return StoreAddress.of(settings, StorageSettings.ZARR_URL)
        .map(address -> store(address, settings))
        .orElseGet(() -> new FileObjectStore(settings.dataDir().resolve("zarr")));
  }

  private static BlobStore blobs(Settings settings, Path spool) throws IOException {
    Optional<StoreAddress> address = StoreAddress.of(settings, StorageSettings.BLOBS_URL);
    return address.isPresent() && !address.get().isFolder()
        ? new ObjectBlobs(store(address.get(), settings), spool)
        : new FileBlobs(blobFolder(settings), spool);
  }

  /** The folder of attachments, or of their spool where they are in a bucket. */
  private static Path blobFolder(Settings settings) throws IOException {
    Path folder =
        StoreAddress.of(settings, StorageSettings.BLOBS_URL)
            .filter(StoreAddress::isFolder)
            .map(StoreAddress::folder)
            .orElseGet(() -> settings.dataDir().resolve("blobs"));
    return Files.createDirectories(folder);
  }

  /** Opens a store by its address. */
  static ObjectStore store(StoreAddress address, Settings settings) {
    return address.isFolder()
        ? new FileObjectStore(address.folder())
        : address.openBucket(settings);
  }

  BackupParts parts() {
    return parts;
  }

  @Override
  public void close() throws IOException {
    parts.zarr().close();
    parts.blobs().close();
    Folders.delete(spool);
    if (server.isPresent()) {
      server.get().close();
    }
  }
}
