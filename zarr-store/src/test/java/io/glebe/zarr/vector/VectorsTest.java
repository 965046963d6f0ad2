package io.glebe.zarr.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VectorsTest {
  @Test
  void disabledVectorsAreUsedByTheWarmUpOnlyAndThenByAllThreads() {
    assumeTrue(Vectors.present());
    assertThat(Vectors.usable()).isTrue();

    Vectors.enableAfterWarmUp();
    assertThat(Vectors.usable()).isFalse();
    assertThatThrownBy(
            () ->
                Vectors.warmUp(
                    () -> {
                      throw new IllegalStateException("a loop that fails");
                    }))
        .hasMessage("a loop that fails");
    assertThat(Vectors.usable()).as("after a failed warm-up").isFalse();

    assertThat(Vectors.warmUp(() -> false)).isFalse();
    assertThat(Vectors.usable()).as("after a warm-up without compilation").isFalse();

    List<Boolean> seen = new ArrayList<>();
    Vectors.warmUp(
        () -> {
          seen.add(Vectors.usable());
          return seen.add(CompletableFuture.supplyAsync(Vectors::usable).join());
        });
    assertThat(seen).as("here, elsewhere").containsExactly(true, false);
    assertThat(Vectors.usable()).isTrue();

    Vectors.enableAfterWarmUp();
    assertThat(Vectors.usable()).as("compiled vectors are not disabled again").isTrue();
  }
}
