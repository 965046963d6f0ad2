package io.glebe.api.cli.doctor;

import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.folder.Folders;
import io.glebe.core.infrastructure.StoreAddress;
import io.glebe.zarr.store.S3ObjectStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The stores of cubes and attachments: folders that can be written, buckets with their keys. */
final class StoreCheck implements PartCheck {
  private static final Map<String, Setting<Optional<String>>> STORES =
      new TreeMap<>(Map.of("zarr", StorageSettings.ZARR_URL, "blobs", StorageSettings.BLOBS_URL));

  @Override
  public List<Finding> of(Settings settings) {
    List<Finding> findings = new ArrayList<>();
    STORES.forEach((name, setting) -> findings.add(of(name, setting, settings)));
    return findings;
  }

  private static Finding of(String name, Setting<Optional<String>> setting, Settings settings) {
    try {
      Optional<StoreAddress> address = StoreAddress.of(settings, setting);
      if (address.isPresent() && !address.get().isFolder()) {
        try (S3ObjectStore bucket = address.get().openBucket(settings)) {
          bucket.requireUse();
        }
        return Finding.ok(name, address.get().uri() + " can be used");
      }
      var folder = address.map(StoreAddress::folder).orElse(settings.dataDir().resolve(name));
      Folders.makeWritable(folder, setting.name());
      return Finding.ok(name, folder + " can be written");
    } catch (IOException | RuntimeException e) {
      return Finding.fault(name, e);
    }
  }
}
