package io.glebe.api.boot;

import io.glebe.api.boot.watch.StorageWatch;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.attachment.FileBlobs;
import io.glebe.core.attachment.ObjectBlobs;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Folders;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.trace.StoreSpans;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.S3ObjectStore;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreException;
import io.glebe.zarr.store.TimedObjectStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Chooses the object stores: files in the data folder, or the stores that the settings name. */
final class ObjectStores {
  /** Key of the object by which checks find out whether a store answers; it need not exist. */
  private static final String CHECK = "glebe-check";

  private ObjectStores() {}

  /** The bytes of attachments. Calls to a bucket are counted. */
  static BlobStore blobs(Settings settings, PlatformMeters meters, StorageWatch watch)
      throws IOException {
    Path folder = settings.dataDir().resolve("blobs");
    Optional<StoreAddress> given = StoreAddress.of(settings, StorageSettings.BLOBS_URL);
    if (given.isEmpty()) {
      return new FileBlobs(folder);
    }
    StoreAddress address = given.get();
    if (address.isFolder()) {
      FileBlobs blobs = new FileBlobs(address.folder());
      watch.folder("blobs", address.folder());
      return blobs;
    }
    S3ObjectStore store = reached(address);
    watch.store("blobs", () -> store.size(CHECK));
    return new ObjectBlobs(counted(store, "blobs", meters), folder.resolve("spool"));
  }

  /** The cells of cubes; its calls are counted. */
  static ObjectStore zarr(Settings settings, PlatformMeters meters, StorageWatch watch)
      throws IOException {
    ObjectStore store = zarr(settings);
    switch (store) {
      case FileObjectStore files -> watch.folder("zarr", files.root());
      default -> watch.store("zarr", () -> store.size(CHECK));
    }
    return counted(store, "zarr", meters);
  }

  private static ObjectStore counted(ObjectStore store, String name, PlatformMeters meters) {
    StoreCounters counters = new StoreCounters();
    meters.objectStore(name, counters);
    return new TimedObjectStore(store, new StoreSpans(name, counters));
  }

  private static ObjectStore zarr(Settings settings) throws IOException {
    Optional<StoreAddress> address = StoreAddress.of(settings, StorageSettings.ZARR_URL);
    if (address.isEmpty()) {
      return files(settings.dataDir().resolve("zarr"));
    }
    return address.get().isFolder() ? files(address.get().folder()) : reached(address.get());
  }

  /**
   * Checks the bucket and the rights of the keys once, so that a wrong setting fails the start and
   * not a later request.
   */
  private static S3ObjectStore reached(StoreAddress address) throws IOException {
    S3ObjectStore store = new S3ObjectStore(address.bucket());
    try {
      store.requireUse();
      return store;
    } catch (StoreException e) {
      store.close();
      throw new IOException(address.name() + ": " + e.getMessage(), e);
    }
  }

  private static ObjectStore files(Path folder) throws IOException {
    Folders.makeWritable(folder, StorageSettings.ZARR_URL.name());
    return new FileObjectStore(folder);
  }
}
