package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.boot.cluster.InstalledProgram;
import io.glebe.api.spatio.Tools;
import io.glebe.mqtt.broker.Certificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configuration of the proxy before the gateways, as nginx itself reads it. */
class ProxyFileTest {
  private static final Path TEMPLATE = Path.of("..", "docker", "nginx", "glebe.conf.template");
  private static final String MAIN =
      """
      pid %1$s/nginx.pid;
      error_log stderr;
      events {}
      http {
        access_log off;
        client_body_temp_path %1$s/body;
        proxy_temp_path %1$s/answers;
        fastcgi_temp_path %1$s/fastcgi;
        uwsgi_temp_path %1$s/uwsgi;
        scgi_temp_path %1$s/scgi;
        include %1$s/glebe.conf;
      }
      """;

  /**
   * The template with names that resolve here, with certificates of this test, and without the
   * directive {@code http2}, which nginx of the image knows and that of Debian may not (1.25.1).
   */
  private static String configuration(Path folder) throws IOException {
    return Files.readString(TEMPLATE)
        .replace("  http2 on;\n", "")
        .replace("${FARM_HOST}", "farm.example")
        .replace("${IDENTITY_HOST}", "identity.example")
        .replaceAll("gateway-\\d:8080", "127.0.0.1:8080")
        .replace("http://identity:8080", "http://127.0.0.1:8080")
        .replaceAll("/etc/nginx/tls/\\w+\\.pem", folder + "/mqtt/server.pem")
        .replaceAll("/etc/nginx/tls/\\w+-key\\.pem", folder + "/mqtt/server-key.pem");
  }

  @Test
  void nginxFindsNoFault(@TempDir Path folder) throws IOException, InterruptedException {
    Optional<Path> nginx = InstalledProgram.find("nginx");
    Tools.require(nginx.isPresent(), "nginx");
    Certificates.ofFolder(folder);
    Files.writeString(folder.resolve("glebe.conf"), configuration(folder));
    Path main = Files.writeString(folder.resolve("nginx.conf"), MAIN.formatted(folder));
    Process process =
        new ProcessBuilder(
                nginx.orElseThrow().toString(), "-t", "-p", folder.toString(), "-c", main + "")
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("test is successful").doesNotContain("[warn]");
  }
}
