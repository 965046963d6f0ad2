package io.glebe.api.boot;

import io.glebe.api.boot.watch.StorageWatch;
import io.glebe.core.attachment.BlobStore;
import io.glebe.core.attachment.FileBlobs;
import io.glebe.core.attachment.ObjectBlobs;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.Folders;
import io.glebe.core.metrics.PlatformMeters;
import io.glebe.zarr.store.FileObjectStore;
import io.glebe.zarr.store.ObjectStore;
import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3ObjectStore;
import io.glebe.zarr.store.StoreCounters;
import io.glebe.zarr.store.StoreException;
import io.glebe.zarr.store.TimedObjectStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chooses the object stores: files in the data folder, or the stores that the settings name. */
final class ObjectStores {
  private static final List<String> PARAMETERS = List.of("region", "endpoint");

  /** Key of the object by which checks find out whether a store answers; it need not exist. */
  private static final String CHECK = "glebe-check";

  private ObjectStores() {}

  /** The bytes of attachments. Calls to a bucket are counted. */
  static BlobStore blobs(Settings settings, PlatformMeters meters, StorageWatch watch)
      throws IOException {
    Path folder = settings.dataDir().resolve("blobs");
    Optional<URI> url =
        settings
            .get(StorageSettings.BLOBS_URL)
            .map(text -> address(StorageSettings.BLOBS_URL, text));
    if (url.isEmpty()) {
      return new FileBlobs(folder);
    }
    if ("file".equals(url.get().getScheme())) {
      FileBlobs blobs = new FileBlobs(Path.of(url.get()));
      watch.folder("blobs", Path.of(url.get()));
      return blobs;
    }
    if ("s3".equals(url.get().getScheme()) && url.get().getHost() != null) {
      S3ObjectStore store = reached(url.get(), StorageSettings.BLOBS_URL);
      watch.store("blobs", () -> store.size(CHECK));
      return new ObjectBlobs(counted(store, "blobs", meters), folder.resolve("spool"));
    }
    throw new InvalidSettings(
        "GLEBE_BLOBS_URL: " + url.get() + " is neither file: nor s3://bucket");
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
    return new TimedObjectStore(store, counters);
  }

  private static ObjectStore zarr(Settings settings) throws IOException {
    String url = settings.get(StorageSettings.ZARR_URL).orElse("");
    if (url.isEmpty()) {
      return files(settings.dataDir().resolve("zarr"));
    }
    URI address = address(StorageSettings.ZARR_URL, url);
    if ("file".equals(address.getScheme())) {
      return files(Path.of(address));
    }
    if ("s3".equals(address.getScheme()) && address.getHost() != null) {
      return reached(address, StorageSettings.ZARR_URL);
    }
    throw new InvalidSettings("GLEBE_ZARR_URL: " + url + " is neither file: nor s3://bucket");
  }

  private static URI address(Setting<?> setting, String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(setting.name() + ": " + e.getMessage());
    }
  }

  /**
   * Checks the bucket and the rights of the keys once, so that a wrong setting fails the start and
   * not a later request.
   */
  private static S3ObjectStore reached(URI address, Setting<?> setting) throws IOException {
    S3ObjectStore store = new S3ObjectStore(bucket(address));
    try {
      store.requireUse();
      return store;
    } catch (StoreException e) {
      store.close();
      throw new IOException(setting.name() + ": " + e.getMessage(), e);
    }
  }

  /**
   * {@code s3://bucket/prefix?region=eu-central-1&endpoint=https://...}; keys come from the
   * environment.
   *
   * @throws InvalidSettings for another parameter
   */
  private static S3Location bucket(URI address) {
    Map<String, String> query = new HashMap<>();
    for (String pair : Optional.ofNullable(address.getQuery()).orElse("").split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && !PARAMETERS.contains(pair.substring(0, equals))) {
        throw new InvalidSettings(
            "the address of a bucket has the parameters %s, not %s"
                .formatted(String.join(" and ", PARAMETERS), pair.substring(0, equals)));
      }
      if (equals > 0) {
        query.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return new S3Location(
        address.getHost(),
        address.getPath().replaceAll("^/+|/+$", ""),
        query.getOrDefault("region", "us-east-1"),
        Optional.ofNullable(query.get("endpoint")).map(URI::create),
        Optional.empty());
  }

  private static ObjectStore files(Path folder) throws IOException {
    Folders.makeWritable(folder, StorageSettings.ZARR_URL.name());
    return new FileObjectStore(folder);
  }
}
