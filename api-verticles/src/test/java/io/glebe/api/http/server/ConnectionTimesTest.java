package io.glebe.api.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.http.RawConnection;
import io.glebe.api.http.TestServer;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A connection that does nothing, or does not end its request, is closed; others are served. */
class ConnectionTimesTest {
  private static final String GET = "GET /now HTTP/1.1";
  private static final String HOST = "Host: localhost";

  private static RawConnection connect(TestServer server) throws IOException {
    return new RawConnection(URI.create("http://127.0.0.1:" + server.verticle.port()));
  }

  private static void isServed(RawConnection client) throws IOException {
    client.say(GET, HOST, "");
    assertThat(client.read(true).status()).isEqualTo(200);
  }

  @Test
  @Tag("GLEBE_IDLE_TIMEOUT")
  void aConnectionWithoutAByteIsClosed() throws IOException {
    Settings hasty = Settings.defaults().with(HttpSettings.IDLE_TIMEOUT, "1s");
    try (TestServer server = new TestServer(hasty, new HeldArea());
        RawConnection silent = connect(server);
        RawConnection served = connect(server)) {
      isServed(served);
      assertThat(served.isOver()).as("after a response").isTrue();
      assertThat(silent.isOver()).as("without a request").isTrue();
      try (RawConnection next = connect(server)) {
        isServed(next);
      }
    }
  }

  @Test
  @Tag("GLEBE_HEAD_TIMEOUT")
  void aHeadThatDoesNotEndInTimeClosesItsConnection() throws IOException {
    Settings hasty = Settings.defaults().with(ConnectionSettings.HEAD_TIMEOUT, "1s");
    try (TestServer server = new TestServer(hasty, new HeldArea());
        RawConnection first = connect(server);
        RawConnection second = connect(server)) {
      first.say(GET, "Host: lo");
      isServed(second);
      second.say(GET, "Host: lo");
      assertThat(first.isOver()).as("its first request").isTrue();
      assertThat(second.isOver()).as("its second request").isTrue();
      try (RawConnection next = connect(server)) {
        isServed(next);
      }
    }
  }
}
