package io.glebe.core.infrastructure;

import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.zarr.store.S3Limits;
import io.glebe.zarr.store.S3Location;
import io.glebe.zarr.store.S3ObjectStore;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The address of an object store: {@code file:} or {@code s3://bucket/prefix?region=...}.
 *
 * @param name of the setting or argument, for messages
 */
public record StoreAddress(String name, URI uri) {
  private static final List<String> PARAMETERS = List.of("region", "endpoint");

  /**
   * Parses an address.
   *
   * @throws InvalidSettings for another form
   */
  public static StoreAddress parse(String name, String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettings(name + ": " + e.getMessage());
    }
    boolean bucket = "s3".equals(uri.getScheme()) && uri.getHost() != null;
    if (!bucket && !"file".equals(uri.getScheme())) {
      throw new InvalidSettings(name + ": " + text + " is neither file: nor s3://bucket");
    }
    return new StoreAddress(name, uri);
  }

  /** Returns the address in a setting; empty when it is not set. */
  public static Optional<StoreAddress> of(Settings settings, Setting<Optional<String>> setting) {
    return settings
        .get(setting)
        .filter(text -> !text.isEmpty())
        .map(text -> parse(setting.name(), text));
  }

  /** Parses an address, or the path of a folder. */
  public static StoreAddress ofArgument(String name, String text) {
    return text.startsWith("s3:") || text.startsWith("file:")
        ? parse(name, text)
        : new StoreAddress(name, Path.of(text).toAbsolutePath().normalize().toUri());
  }

  public boolean isFolder() {
    return "file".equals(uri.getScheme());
  }

  /** Returns the folder of a {@code file:} address. */
  public Path folder() {
    return Path.of(uri);
  }

  /** Opens the bucket of an {@code s3:} address, with the limits of the settings. */
  public S3ObjectStore openBucket(Settings settings) {
    return new S3ObjectStore(
        bucket(),
        new S3Limits(
            settings.get(StorageSettings.STORE_CONNECTIONS),
            settings.get(StorageSettings.STORE_CONNECT),
            settings.get(StorageSettings.STORE_ATTEMPT),
            settings.get(StorageSettings.STORE_CALL),
            settings.get(StorageSettings.STORE_ATTEMPTS),
            settings.get(StorageSettings.STORE_PART_BYTES)));
  }

  /**
   * Returns the bucket of {@code s3://bucket/prefix?region=eu-central-1&endpoint=https://...}; keys
   * come from the environment.
   *
   * @throws InvalidSettings for another parameter
   */
  public S3Location bucket() {
    Map<String, String> query = new HashMap<>();
    for (String pair : Optional.ofNullable(uri.getQuery()).orElse("").split("&", -1)) {
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
        uri.getHost(),
        uri.getPath().replaceAll("^/+|/+$", ""),
        query.getOrDefault("region", "us-east-1"),
        Optional.ofNullable(query.get("endpoint")).map(URI::create),
        Optional.empty());
  }
}
