package io.glebe.core.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.zarr.store.StoreException;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemProblemsTest {
  static Stream<Throwable> fullDisks() {
    return Stream.of(
        new FileSystemException("/data/x", null, "No space left on device"),
        new UncheckedIOException(new IOException("Disk quota exceeded")),
        new CompletionException(
            new StoreException("k", "cannot write", new IOException("No space left on device"))));
  }

  @ParameterizedTest
  @MethodSource("fullDisks")
  void aFullDiskIs503WithALongPause(Throwable failure) {
    Problem problem = SystemProblems.of(failure, "a test").orElseThrow();
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.headers()).containsEntry("Retry-After", "60");
    assertThat(problem.detail()).isEqualTo("there is no space left on the disk");
  }

  static Stream<Throwable> brokenConnections() {
    return Stream.of(
        new SocketException("Connection reset"),
        new ClosedChannelException(),
        new CompletionException(
            new IOException("recvAddress(..) failed: Connection reset by peer")),
        new IOException("Broken pipe"));
  }

  @ParameterizedTest
  @MethodSource("brokenConnections")
  void aBrokenConnectionIs503(Throwable failure) {
    Problem problem = SystemProblems.of(failure, "a test").orElseThrow();
    assertThat(problem.status()).isEqualTo(503);
    assertThat(problem.headers()).containsEntry("Retry-After", "1");
  }

  @Test
  void aStoreThatFailsIs503AndItsMessageIsNotShown() {
    StoreException failure =
        new StoreException("secret/key", "cannot read secret/key", new SocketException("reset"));
    Problem problem = SystemProblems.of(failure, "a test").orElseThrow();
    assertThat(problem.headers()).containsEntry("Retry-After", "5");
    assertThat(problem.detail()).isEqualTo("the object store is not available");
  }

  @Test
  void anyOtherFailureIsAnErrorOfThePlatform() {
    assertThat(SystemProblems.of(new IllegalStateException("x"), "a test")).isEmpty();
    assertThat(SystemProblems.of(new IOException("the file is damaged"), "a test")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"57P01", "57P02", "57P03", "08006", "53300", "25006"})
  void aDatabaseThatServesNobodyIs503(String state) {
    Optional<Problem> problem =
        DatabaseProblems.of(new PgException("x", "FATAL", state, ""), "a test");
    assertThat(problem.orElseThrow().status()).isEqualTo(503);
    assertThat(problem.orElseThrow().headers()).containsKey("Retry-After");
  }

  @Test
  void aFullDiskOfTheDatabaseIs503() {
    Problem problem =
        DatabaseProblems.of(new PgException("x", "ERROR", "53100", ""), "a test").orElseThrow();
    assertThat(problem.headers()).containsEntry("Retry-After", "60");
  }
}
