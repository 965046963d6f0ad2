package io.glebe.api.boot;

import io.glebe.api.boot.watch.StorageWatch;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.attachment.FileBlobs;
import io.glebe.core.attachment.ObjectBlobs;
import io.glebe.core.config.FaultSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.folder.Folders;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.core.trace.StoreSpans;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.S3ObjectStore;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreException;
import io.glebe.zarr.store.TimedObjectStore;
import io.glebe.zarr.store.disk.DiskCache;
import io.glebe.zarr.store.disk.DiskCachedStore;
import io.glebe.zarr.store.disk.StoreIdentity;
import io.glebe.zarr.store.hedge.HedgedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the object stores: files in the data folder, or the stores that the settings name. */
final class ObjectStores {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStores.class);

  /** Key of the object by which checks find out whether a store answers; it need not exist. */
  private static final String CHECK = "glebe-check";

  /** Copies of chunks leave more space than readiness needs: times so much. */
  private static final int RESERVE = 2;

  /** No upload of an object takes so long, so its process has ended. */
  private static final Duration ABANDONED = Duration.ofDays(1);

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
    S3ObjectStore store = reached(address, settings);
    watch.store("blobs", () -> store.size(CHECK));
    return new ObjectBlobs(counted(store, "blobs", meters), folder.resolve("spool"));
  }

  /** The cells of cubes; its calls are counted. */
  static ObjectStore zarr(Settings settings, PlatformMeters meters, StorageWatch watch)
      throws IOException {
    Optional<StoreAddress> address = StoreAddress.of(settings, StorageSettings.ZARR_URL);
    if (address.isPresent() && !address.get().isFolder()) {
      S3ObjectStore bucket = reached(address.get(), settings);
      watch.store("zarr", () -> bucket.size(CHECK));
      return copied(counted(hedged(bucket, settings, meters), "zarr", meters), settings, meters);
    }
    FileObjectStore files =
        files(address.map(StoreAddress::folder).orElse(settings.dataDir().resolve("zarr")));
    watch.folder("zarr", files.root());
    return counted(files, "zarr", meters);
  }

  /** Slow reads of a bucket are sent twice. */
  private static ObjectStore hedged(
      S3ObjectStore bucket, Settings settings, PlatformMeters meters) {
    double share = settings.get(StorageSettings.STORE_HEDGE);
    if (share == 0) {
      return bucket;
    }
    HedgedStore hedged =
        new HedgedStore(bucket, share, settings.get(StorageSettings.STORE_HEDGE_AFTER));
    meters.hedges("zarr", hedged);
    return hedged;
  }

  /** Chunks of a bucket are copied to the disk of this machine, if that is possible. */
  private static ObjectStore copied(ObjectStore bucket, Settings settings, PlatformMeters meters) {
    long bytes = settings.get(StorageSettings.CHUNK_DISK_BYTES);
    if (bytes == 0) {
      return bucket;
    }
    Path folder =
        settings
            .get(StorageSettings.CHUNK_DISK_FOLDER)
            .map(Path::of)
            .orElse(settings.dataDir().resolve("chunks"));
    long free = RESERVE * settings.get(FaultSettings.FREE_SPACE);
    try {
      UUID identity = StoreIdentity.of(bucket);
      DiskCache cache = DiskCache.open(folder, identity, new DiskCache.Limits(bytes, free));
      meters.diskCache("chunk-disk", cache);
      return new DiskCachedStore(bucket, cache);
    } catch (IOException | StoreException e) {
      LOG.warn("chunks are not copied to {}: {}", folder, e.getMessage());
      return bucket;
    }
  }

  private static ObjectStore counted(ObjectStore store, String name, PlatformMeters meters) {
    StoreCounters counters = new StoreCounters();
    meters.objectStore(name, counters);
    return new TimedObjectStore(store, new StoreSpans(name, counters));
  }

  /**
   * Checks the bucket and the rights of the keys once, so that a wrong setting fails the start and
   * not a later request.
   */
  private static S3ObjectStore reached(StoreAddress address, Settings settings) throws IOException {
    S3ObjectStore store = address.openBucket(settings);
    try {
      store.requireUse();
      removeAbandonedUploads(store, address);
      return store;
    } catch (StoreException e) {
      store.close();
      throw new IOException(address.name() + ": " + e.getMessage(), e);
    }
  }

  /** Keys that may not do this are no fault: a rule of the bucket can do the same. */
  private static void removeAbandonedUploads(S3ObjectStore store, StoreAddress address) {
    try {
      int removed = store.removeAbandonedUploads(ABANDONED);
      if (removed > 0) {
        LOG.info("{}: {} unfinished uploads are removed", address.name(), removed);
      }
    } catch (StoreException e) {
      LOG.info("{}: unfinished uploads are not looked for: {}", address.name(), e.getMessage());
    }
  }

  private static FileObjectStore files(Path folder) throws IOException {
    Folders.makeWritable(folder, StorageSettings.ZARR_URL.name());
    return new FileObjectStore(folder);
  }
}
