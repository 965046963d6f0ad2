package io.glebe.api.spatio;

/** {@link UploadSuite} on the legacy surface. */
final class UploadLegacyTest extends UploadSuite {
  UploadLegacyTest() {
    super(new SpatioClient(""));
  }
}
