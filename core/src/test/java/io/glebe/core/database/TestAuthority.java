package io.glebe.core.database;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority that signs certificates for a test, as files in PEM. */
final class TestAuthority {
  private static final String PASSWORD = "test-store";
  private static final Base64.Encoder MIME = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path folder;
  private final Path store;

  /** Creates the authority and its certificate, {@code authority.pem}. */
  TestAuthority(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.store = folder.resolve("keys.p12");
    keytool("-alias", "authority", "-dname", "CN=Authority", "-ext", "bc:c=ca:true");
    write("authority");
  }

  /** Creates {@code <name>.pem} and {@code <name>.key}. */
  void sign(String name, String commonName, String hosts) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of("-alias", name, "-dname", "CN=" + commonName, "-signer", "authority"));
    if (!hosts.isEmpty()) {
      options.addAll(List.of("-ext", "SAN=" + hosts));
    }
    keytool(options.toArray(String[]::new));
    write(name);
  }

  Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  Path key(String name) {
    return folder.resolve(name + ".key");
  }

  private void keytool(String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(words);
    }
  }

  private void write(String name) throws IOException {
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      Certificate certificate = keys.getCertificate(name);
      Files.writeString(certificate(name), pem("CERTIFICATE", certificate.getEncoded()));
      Key key = keys.getKey(name, PASSWORD.toCharArray());
      Files.writeString(key(name), pem("PRIVATE KEY", key.getEncoded()));
      Files.setPosixFilePermissions(key(name), PosixFilePermissions.fromString("rw-------"));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(kind, MIME.encodeToString(bytes), kind);
  }
}
