package io.glebe.api.spatio;

/** {@link JobSuite} on the legacy surface. */
final class JobLegacyTest extends JobSuite {
  JobLegacyTest() {
    super(new SpatioClient(""));
  }
}
