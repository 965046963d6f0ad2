package io.glebe.api.spatio.job;

import io.glebe.api.spatio.SpatioClient;

/** {@link JobSuite} on the V2 surface. */
final class JobV2Test extends JobSuite {
  JobV2Test() {
    super(new SpatioClient("/api/v2"));
  }
}
