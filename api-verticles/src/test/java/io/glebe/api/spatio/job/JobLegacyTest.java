package io.glebe.api.spatio.job;

import io.glebe.api.spatio.SpatioClient;

/** {@link JobSuite} on the legacy surface. */
final class JobLegacyTest extends JobSuite {
  JobLegacyTest() {
    super(new SpatioClient(""));
  }
}
