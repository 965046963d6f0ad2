package io.glebe.api.spatio.upload;

import io.glebe.api.spatio.SpatioClient;

/** {@link UploadCheckSuite} on the legacy surface. */
final class UploadCheckLegacyTest extends UploadCheckSuite {
  UploadCheckLegacyTest() {
    super(new SpatioClient(""));
  }
}
