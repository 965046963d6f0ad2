package io.glebe.zarr.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.zarr.fixture.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class S3ObjectStoreTest implements ObjectStoreContract {
  @TempDir static Path work;
  private static S3Server server;
  private S3ObjectStore store;

  @BeforeAll
  static void startServer() throws IOException {
    server = S3Server.start(work);
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open() throws IOException {
    store = server.newStore("cubes/farm");
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Override
  public ObjectStore store() {
    return store;
  }

  @Test
  void listingAndDeletingGoBeyondOnePageOfTheService() {
    for (int i = 0; i < 1_050; i++) {
      store.put("many/" + i, new byte[1]);
    }
    try (Stream<ObjectEntry> found = store.list("many")) {
      assertThat(found.map(ObjectEntry::key).distinct()).hasSize(1_050);
    }
    assertThat(store.deletePrefix("many")).isEqualTo(1_050);
    try (Stream<ObjectEntry> found = store.list("")) {
      assertThat(found).isEmpty();
    }
  }

  @Test
  void aServiceThatDoesNotAnswerIsAStoreException() {
    S3Location nowhere =
        new S3Location(
            "bucket",
            "",
            "eu-central-1",
            Optional.of(URI.create("http://127.0.0.1:1")),
            Optional.of(new S3Location.Credentials("a", "b")));
    try (S3ObjectStore unreachable = new S3ObjectStore(nowhere)) {
      assertThatThrownBy(() -> unreachable.get("some/key"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("some/key");
    }
  }
}
