package io.glebe.api.farm.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.TestPlatform;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/** The data of the events of a change stream, in the order of their arrival. */
public final class ChangeEvents implements AutoCloseable {
  private static final Duration MOST = Duration.ofMinutes(1);

  private final HttpClient client = HttpClient.newHttpClient();
  private final BufferedReader lines;

  public ChangeEvents(String bearer, String query) throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(TestPlatform.shared().uri("/v1/changes?" + query))
                .timeout(MOST)
                .header("Authorization", "Bearer " + bearer)
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /** The data of the first matching event. */
  public String first(Predicate<String> fits) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data: ") && fits.test(line)) {
        return line.substring("data: ".length());
      }
    }
    throw new AssertionError("the stream ended without such an event");
  }

  @Override
  public void close() throws IOException {
    lines.close();
    client.shutdownNow();
    client.close();
  }
}
