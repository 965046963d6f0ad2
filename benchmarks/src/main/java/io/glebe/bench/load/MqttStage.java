package io.glebe.bench.load;

import io.glebe.api.boot.Platform;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A platform with 1,000 datastreams to which devices publish. */
final class MqttStage implements AutoCloseable {
  static final int DATASTREAMS = 1_000;
  static final String ACCOUNT = "sensor";
  static final String PASSWORD = "sensor-dev-password";

  private static final String MAKE =
      """
      with t as (insert into sensor.thing (owner, name, description, feature_optional)
        values ('sensor', 't', 't', true) returning id),
      s as (insert into sensor.sensor (owner, name, description, encoding_type, metadata)
        values ('sensor', 's', 's', 'text/plain', '""') returning id),
      p as (insert into sensor.observed_property (owner, name, definition, description)
        values ('sensor', 'p', 'p', 'p') returning id)
      insert into sensor.datastream (owner, name, description, observation_type, unit, thing_id, sensor_id, observed_property_id)
      select 'sensor', 'd' || n, 'd', 'm', '{}', t.id, s.id, p.id from t, s, p, generate_series(1, %d) n
      returning id
      """;

  private final Platform platform;
  private final List<Long> datastreams = new ArrayList<>();

  private MqttStage(Platform platform) {
    this.platform = platform;
    platform
        .infrastructure()
        .database()
        .query(MAKE.formatted(DATASTREAMS))
        .await()
        .forEach(row -> datastreams.add(row.getLong(0)));
  }

  static MqttStage open() throws Exception {
    return open(Files.createTempDirectory("glebe-load-"));
  }

  static MqttStage open(Path data) throws Exception {
    Settings settings =
        Settings.defaults()
            .with(ProcessSettings.DATA_DIR, data.toString())
            .with(HttpSettings.HTTP_PORT, "0")
            .with(HttpSettings.HTTP_HOST, "127.0.0.1")
            .with(ProcessSettings.SAMPLE, "false")
            .with(SpatioSettings.WARM_UP, "false");
    return new MqttStage(Platform.start(settings));
  }

  Platform platform() {
    return platform;
  }

  int port() {
    return platform.mqtt().port().orElseThrow();
  }

  /** The datastream of a device or a data array. */
  long datastream(int number) {
    return datastreams.get(number % DATASTREAMS);
  }

  long stored() {
    return platform
        .infrastructure()
        .database()
        .query("select count(*) from sensor.observation")
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  /** The token of the service account that owns the datastreams. */
  String token() {
    String form =
        "grant_type=client_credentials&client_id="
            + ACCOUNT
            + "&client_secret="
            + PASSWORD
            + "&scope=sensor-read%20sensor-write";
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(platform.address() + "/dev/identity/token"))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form))
              .build();
      String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      return Json.parseObject(answer).path("access_token").asText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    platform.close();
  }
}
