package io.glebe.api.spatio.upload;

import io.glebe.api.spatio.SpatioClient;

/** {@link UploadCheckSuite} on the V2 surface. */
final class UploadCheckV2Test extends UploadCheckSuite {
  UploadCheckV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
