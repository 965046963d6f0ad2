package io.glebe.api.spatio.collection;

import io.glebe.api.spatio.SpatioClient;

/** {@link SnapshotSuite} on the V2 surface. */
final class SnapshotV2Test extends SnapshotSuite {
  SnapshotV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
