package io.glebe.api.spatio.upload;

import io.glebe.api.spatio.SpatioClient;

/** {@link UploadSuite} on the legacy surface. */
final class UploadLegacyTest extends UploadSuite {
  UploadLegacyTest() {
    super(new SpatioClient(""));
  }
}
