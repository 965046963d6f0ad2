package io.glebe.core.cube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.problem.Problem;
import io.glebe.zarr.store.StoreException;
import java.io.IOException;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How often the parts of jobs are tried again, and when. */
class PartFailureTest {
  private static final Part PART = new Part(UUID.randomUUID(), 0, Part.Kind.WORK, 0, 0, 1);

  private static PartFailure of(RuntimeException failure) {
    return PartFailure.of(PART, failure);
  }

  @Test
  void thePausesGrowToAMinute() {
    assertThat(LongStream.rangeClosed(1, 6).map(tried -> PartFailure.pause(tried).toSeconds()))
        .containsExactly(1L, 5L, 25L, 60L, 60L, 60L);
  }

  @Test
  void aFailureOfStorageHasMoreAttemptsThanAnUnknownOne() {
    IOException full = new IOException("No space left on device");

    assertThat(of(new StoreException("jobs/1", "cannot write jobs/1", full)))
        .isEqualTo(new PartFailure("the work failed: there is no space left on the disk", 6));
    assertThat(of(new IllegalStateException(full)).attempts()).isEqualTo(6);
    assertThat(of(Problem.tooBusy("busy", 1)).attempts()).isEqualTo(6);
    assertThat(of(new IllegalStateException("a bug")))
        .isEqualTo(new PartFailure("the work failed: IllegalStateException", 3));
  }

  @Test
  void aFailureThatWouldComeAgainHasNoOtherAttempt() {
    assertThat(of(Problem.conflict("the data are gone")))
        .isEqualTo(new PartFailure("the data are gone", 1));
    assertThat(of(new PartFailure.JobTooLarge("too large")).attempts()).isEqualTo(1);
  }
}
