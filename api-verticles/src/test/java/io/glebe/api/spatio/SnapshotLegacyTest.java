package io.glebe.api.spatio;

/** {@link SnapshotSuite} on the legacy surface. */
final class SnapshotLegacyTest extends SnapshotSuite {
  SnapshotLegacyTest() {
    super(new SpatioClient(""));
  }
}
