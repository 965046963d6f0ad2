package io.glebe.api.boot;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.api.openapi.ContractCheck;
import io.glebe.core.config.AlarmSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.IdentitySettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.config.SpatioSettings;
import io.glebe.core.config.StorageSettings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.infrastructure.Infrastructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.awaitility.Awaitility;

/**
 * The whole platform for integration tests: {@code TestPlatform.shared().get("/health")}. It is
 * started once per test process at a free port with its own database. Tests share it, so they
 * create their own farms and collections and do not expect an empty platform.
 */
public final class TestPlatform {
  static {
    // the timeout is long enough for a busy machine; it does not slow down a quiet one
    Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    // failures in ending threads of other tests are not failures of the waiting test
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }

  private final Platform platform;
  private final ContractCheck contract;
  private final HttpClient client = HttpClient.newHttpClient();

  private TestPlatform() {
    try {
      Path data = Files.createTempDirectory("glebe-platform-");
      platform = Platform.start(settings(data));
      contract = new ContractCheck(platform.routes());
      TestDatabase.beforeStop(() -> remove(data));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Holder {
    static final TestPlatform SHARED = new TestPlatform();
  }

  /** The shared platform of this process. */
  public static TestPlatform shared() {
    return Holder.SHARED;
  }

  /** A new key for push services. */
  private static final String PUSH_KEY = pushKey();

  private static String pushKey() {
    try {
      return new ECKeyGenerator(Curve.P_256).generate().toJSONString();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Settings of an isolated platform: free ports, an empty database, no sample. */
  public static Settings settings(Path data) {
    var address = TestDatabase.freshAddress();
    String url = "postgresql://" + address.user() + ":" + address.password() + "@" + address;
    return Settings.defaults()
        .with(ProcessSettings.DATA_DIR, data.toString())
        .with(HttpSettings.HTTP_PORT, "0")
        .with(HttpSettings.HTTP_HOST, "127.0.0.1")
        .with(ProcessSettings.SAMPLE, "false")
        .with(HttpSettings.FASTPATH, System.getProperty("glebe.test.fastpath", "true"))
        .with(SpatioSettings.WARM_UP, "false")
        .with(ServiceSettings.REGISTRY, "true")
        .with(ServiceSettings.STREAMS, "10")
        .with(IdentitySettings.BRAKE_FAILURES, "0") // all tests call from the same address
        .with(IdentitySettings.REGISTRY_APPS, "10000") // all tests are the same developer
        .with(AlarmSettings.INTERVAL, "1s")
        .with(AlarmSettings.FIRST_PAUSE, "100ms")
        .with(AlarmSettings.ADDRESSES, "127.0.0.1") // receivers of the tests
        .with(AlarmSettings.PUSH_KEY, PUSH_KEY)
        .with(AlarmSettings.WEBHOOK_KEYS, Base64.getEncoder().encodeToString(new byte[32]))
        .with(StorageSettings.DATABASE_URL, url);
  }

  /** The identity services of another node on the database of the first one. */
  public static IdentityModule identityOfAnotherNode(Platform first, Settings settings) {
    Infrastructure shared = first.infrastructure();
    Infrastructure own =
        new Infrastructure(
            settings,
            shared.vertx(),
            shared.meters(),
            shared.tracing(),
            shared.database(),
            shared.notifications(),
            shared.address(),
            shared.mqtt());
    return IdentityModule.open(
            own,
            IdentityModule.issuer(settings, shared.address()),
            first.records().records(),
            new GrantChanges())
        .await();
  }

  private void remove(Path data) {
    platform.close();
    TestFolders.delete(data);
  }

  public Platform platform() {
    return platform;
  }

  /** The absolute address of a path. */
  public URI uri(String path) {
    return URI.create(platform.address() + path);
  }

  /** A GET with the development token. */
  public HttpResponse<String> get(String path) {
    return send(
        HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer glebe-dev-token"));
  }

  /** The check against the published contract, for clients that send requests themselves. */
  public ContractCheck contract() {
    return contract;
  }

  /** Sends a request unchanged; the response is not checked against the contract. */
  HttpResponse<String> raw(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends a request unchanged; the response must match the contract. */
  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      contract.check(answer, answer.body());
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
