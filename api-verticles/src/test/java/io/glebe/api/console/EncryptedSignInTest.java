package io.glebe.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.Platform;
import io.glebe.api.boot.TestPlatform;
import io.glebe.api.boot.TlsClient;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import io.glebe.mqtt.broker.Certificates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console on a platform with its own HTTPS server. */
class EncryptedSignInTest {
  @TempDir private Path folder;

  private Settings settings() throws Exception {
    Certificates.ofFolder(Files.createDirectory(folder.resolve("a")));
    return TestPlatform.settings(folder.resolve("data"))
        .with(HttpSettings.HTTP_CERTIFICATE, folder.resolve("a/mqtt/server.pem").toString())
        .with(HttpSettings.HTTP_KEY, folder.resolve("a/mqtt/server-key.pem").toString());
  }

  private static void assertSecureCookies(HttpResponse<String> answer) {
    assertThat(answer.headers().allValues("Set-Cookie"))
        .isNotEmpty()
        .allSatisfy(cookie -> assertThat(cookie).contains("; HttpOnly").contains("; Secure"));
  }

  @Test
  void theWholeSignInUsesTlsAndTheCookiesAreSecure() throws Exception {
    try (Platform platform = Platform.start(settings())) {
      URI base = URI.create(platform.address() + "/");
      assertThat(base.getScheme()).isEqualTo("https");
      SignedInBrowser browser =
          new SignedInBrowser(base, HttpClient.newBuilder().sslContext(TlsClient.context()));

      HttpResponse<String> login = browser.get("/console/session/login?return=/console/");
      assertThat(login.statusCode()).isEqualTo(302);
      assertSecureCookies(login);
      String authorize = SignedInBrowser.location(login);
      assertThat(authorize)
          .startsWith(base + "dev/identity/authorize")
          .contains("redirect_uri=https%3A%2F%2Flocalhost%3A" + platform.port());

      String callback = browser.consent(authorize, "admin");
      assertThat(callback).startsWith(base + "console/session/");
      HttpResponse<String> back = browser.get(callback);
      assertThat(back.statusCode()).isEqualTo(303);
      assertThat(SignedInBrowser.location(back)).isEqualTo("/console/");
      assertSecureCookies(back);

      HttpResponse<String> session = browser.get("/console/session");
      assertThat(Json.parseObject(session.body()).path("user").asText()).isEqualTo("admin");
      assertThat(browser.get("/v1/users").statusCode()).isEqualTo(200);
    }
  }
}
