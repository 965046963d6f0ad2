package io.glebe.core.config.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateFilesTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir private static Path made;
  @TempDir private Path folder;

  /** Two pairs, made by the key tool of the JDK. */
  @BeforeAll
  static void make() throws IOException, InterruptedException, GeneralSecurityException {
    make("RSA", "2048", "30");
    make("EC", "256", "-1");
  }

  private static void make(String algorithm, String bits, String startDays)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path store = made.resolve(algorithm + ".p12");
    Process tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                algorithm,
                "-keysize",
                bits,
                "-dname",
                "CN=localhost",
                "-startdate",
                (startDays.startsWith("-") ? "" : "+") + startDays + "d",
                "-validity",
                "10",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(tool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    write(algorithm + ".crt", "CERTIFICATE", keys.getCertificate("server").getEncoded());
    write(algorithm + ".key", "PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());
  }

  private static void write(String name, String label, byte[] encoded) throws IOException {
    String text =
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(encoded), label);
    Files.writeString(made.resolve(name), text);
  }

  private static CertificateFiles files(Path certificate, Path key) {
    Settings settings =
        Settings.defaults()
            .with(HttpSettings.HTTP_CERTIFICATE, certificate.toString())
            .with(HttpSettings.HTTP_KEY, key.toString());
    return CertificateFiles.http(settings).orElseThrow();
  }

  private static CertificateFiles pair(String algorithm) {
    return files(made.resolve(algorithm + ".crt"), made.resolve(algorithm + ".key"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC"})
  void aKeyThatBelongsToItsCertificateIsRead(String algorithm) throws IOException {
    CertificateFiles.Pair pair = pair(algorithm).read();

    assertThat(pair.leaf().getSubjectX500Principal().getName()).isEqualTo("CN=localhost");
    assertThat(pair.leaf().getPublicKey().getAlgorithm()).isEqualTo(algorithm);
    assertThat(pair.chain()).isEqualTo(Files.readAllBytes(made.resolve(algorithm + ".crt")));
    assertThat(pair.key()).isEqualTo(Files.readAllBytes(made.resolve(algorithm + ".key")));
  }

  @Test
  void aCertificateIsInTimeBetweenItsDates() {
    assertThat(pair("EC").read().isInTime()).isTrue();
    assertThat(pair("RSA").read().isInTime()).as("begins in a month").isFalse();
  }

  @Test
  void theKeyOfAnotherCertificateIsRefused() throws IOException {
    Path other = Files.copy(made.resolve("RSA.key"), folder.resolve("other.key"));

    assertThatThrownBy(() -> files(made.resolve("EC.crt"), other).read())
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("GLEBE_HTTP_KEY")
        .hasMessageContaining("is not the key of");
  }

  @Test
  void filesThatAreNoneAreRefusedWithTheirSetting() throws IOException {
    Path nothing = folder.resolve("nothing.pem");
    Path text = Files.writeString(folder.resolve("text.pem"), "not a certificate");
    Path encrypted =
        Files.writeString(folder.resolve("encrypted.pem"), "-----BEGIN RSA PRIVATE KEY-----");
    Path large = Files.write(folder.resolve("large.pem"), new byte[(1 << 20) + 1]);
    Path certificate = made.resolve("EC.crt");
    Path key = made.resolve("EC.key");

    assertThatThrownBy(() -> files(nothing, key).read())
        .hasMessageContainingAll("GLEBE_HTTP_CERTIFICATE", "nothing.pem", "does not exist");
    assertThatThrownBy(() -> files(certificate, nothing).read())
        .hasMessageContainingAll("GLEBE_HTTP_KEY", "does not exist");
    assertThatThrownBy(() -> files(text, key).read())
        .hasMessageContaining("contains no certificate in PEM");
    assertThatThrownBy(() -> files(certificate, encrypted).read())
        .hasMessageContainingAll("contains no private key", "openssl pkcs8");
    assertThatThrownBy(() -> files(large, key).read()).hasMessageContaining("cannot be read");
  }

  @Test
  void theDigestChangesWithEitherFile() throws IOException {
    Path certificate = Files.copy(made.resolve("EC.crt"), folder.resolve("a.crt"));
    Path key = Files.copy(made.resolve("EC.key"), folder.resolve("a.key"));
    CertificateFiles files = files(certificate, key);
    String first = files.digest();
    assertThat(files.digest()).isEqualTo(first);

    Files.writeString(key, "changed");
    String second = files.digest();
    assertThat(second).isNotEqualTo(first);
    Files.delete(certificate);
    assertThat(files.digest()).as("an unreadable file").isNotEqualTo(second);
  }

  @Test
  void oneSettingWithoutTheOtherIsRefused() {
    Settings half =
        Settings.defaults()
            .with(SensorSettings.MQTT_CERTIFICATE, made.resolve("EC.crt").toString());

    assertThatThrownBy(() -> CertificateFiles.mqtt(half)).hasMessageContaining("belong together");
    assertThat(CertificateFiles.mqtt(Settings.defaults())).isEqualTo(Optional.empty());
    Settings whole = half.with(SensorSettings.MQTT_KEY, made.resolve("EC.key").toString());
    assertThat(CertificateFiles.mqtt(whole).orElseThrow().certificate())
        .isEqualTo(made.resolve("EC.crt").toAbsolutePath());
  }
}
