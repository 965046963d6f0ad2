package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console as a confidential client of the development identity. */
class ConsoleKeyTest {
  @Test
  void theConsoleSignsInWithItsKeyAndNobodyWithoutIt(@TempDir Path data) throws Exception {
    Settings settings =
        TestPlatform.settings(data)
            .with(ConsoleSettings.CONSOLE_CLIENT, "our-console")
            .with(
                ConsoleSettings.CONSOLE_KEY,
                new ECKeyGenerator(Curve.P_256).generate().toJSONString());
    try (Platform platform = Platform.start(settings)) {
      URI base = URI.create(platform.address() + "/");
      SignedInBrowser browser = new SignedInBrowser(base, HttpClient.newBuilder());
      String callback =
          browser.consent(
              SignedInBrowser.location(browser.get("/console/session/login?return=/console/")),
              "admin");
      String code = callback.replaceFirst(".*[?&]code=([^&]*).*", "$1");
      HttpResponse<String> withoutKey =
          browser.send(
              HttpRequest.newBuilder(base.resolve("/dev/identity/token"))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "grant_type=authorization_code&client_id=our-console&code=" + code)));
      assertThat(withoutKey.statusCode()).isEqualTo(401);
      assertThat(withoutKey.body()).contains("invalid_client");

      assertThat(browser.get(callback).statusCode()).isEqualTo(303);
      HttpResponse<String> session = browser.get("/console/session");
      assertThat(Json.parseObject(session.body()).path("user").asText()).isEqualTo("admin");
      assertThat(browser.get("/v1/users").statusCode()).as("by token exchange").isEqualTo(200);
    }
  }
}
