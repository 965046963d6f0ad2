package io.glebe.api.spatio.upload;

import io.glebe.api.spatio.SpatioClient;

/** {@link UploadSuite} on the V2 surface. */
final class UploadV2Test extends UploadSuite {
  UploadV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
