package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link SnapshotSuite} on the legacy surface. */
final class SnapshotLegacyTest extends SnapshotSuite {
  SnapshotLegacyTest() {
    super(new SpatioClient(""));
  }
}
