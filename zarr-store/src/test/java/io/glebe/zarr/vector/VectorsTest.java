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
  void heldBackVectorsAreForTheRehearsalAloneAndThenForAll() {
    assumeTrue(Vectors.present());
    assertThat(Vectors.usable()).isTrue();

    Vectors.holdBack();
    assertThat(Vectors.usable()).isFalse();
    assertThatThrownBy(
            () ->
                Vectors.rehearse(
                    () -> {
                      throw new IllegalStateException("a loop that fails");
                    }))
        .hasMessage("a loop that fails");
    assertThat(Vectors.usable()).as("after a rehearsal that failed").isFalse();

    assertThat(Vectors.rehearse(() -> false)).isFalse();
    assertThat(Vectors.usable()).as("after a rehearsal that the compiler did not follow").isFalse();

    List<Boolean> seen = new ArrayList<>();
    Vectors.rehearse(
        () -> {
          seen.add(Vectors.usable());
          return seen.add(CompletableFuture.supplyAsync(Vectors::usable).join());
        });
    assertThat(seen).as("here, elsewhere").containsExactly(true, false);
    assertThat(Vectors.usable()).isTrue();

    Vectors.holdBack();
    assertThat(Vectors.usable()).as("what is compiled is not held back again").isTrue();
  }
}
