package io.glebe.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of checksums of a release and its signature, made and verified as documented. */
class SignedSumsIT {
  private static final Path SCRIPTS = Release.repository().resolve("distribution/src/main/package");

  private record Output(int code, String text) {}

  @TempDir private Path folder;
  private Path release;
  private Path key;
  private Path publicKey;

  /** The bill of materials and an archive; the checksum of the real archive is tested elsewhere. */
  @BeforeEach
  void makeRelease() throws Exception {
    release = Files.createDirectory(folder.resolve("the release"));
    Files.writeString(release.resolve("glebe-1.2.3-linux-amd64.tar.gz"), "an archive");
    Files.copy(
        Release.folder().resolve("sbom.cdx.json"),
        release.resolve("glebe-1.2.3-linux-amd64.cdx.json"));
    key = folder.resolve("release.pem");
    publicKey = folder.resolve("release.pub");
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "" + key);
    openssl("pkey", "-in", "" + key, "-pubout", "-out", "" + publicKey);
  }

  private void openssl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("openssl"));
    command.addAll(List.of(arguments));
    assertThat(run("", command).code()).as("%s", command).isZero();
  }

  private Output run(String signingKey, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().put("GLEBE_SIGNING_KEY", signingKey);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), text);
  }

  private Output sign(String signingKey) throws Exception {
    return run(signingKey, List.of("sh", "" + SCRIPTS.resolve("sign.sh"), "" + release));
  }

  private Output verify() throws Exception {
    return run("", List.of("sh", "" + SCRIPTS.resolve("verify.sh"), "" + release, "" + publicKey));
  }

  @Test
  void theSignatureAndTheFilesOfAReleaseAreVerified() throws Exception {
    assertThat(sign("release.pem")).isEqualTo(new Output(0, "package: SHA256SUMS is signed\n"));
    assertThat(Files.readString(release.resolve("SHA256SUMS")))
        .contains("  glebe-1.2.3-linux-amd64.tar.gz\n", "  glebe-1.2.3-linux-amd64.cdx.json\n");
    Output verified = verify();
    assertThat(verified.code()).as(verified.text()).isZero();
    assertThat(verified.text()).contains("Verified OK", "linux-amd64.tar.gz: OK");

    Files.delete(release.resolve("glebe-1.2.3-linux-amd64.cdx.json"));
    assertThat(verify().code()).as("without a file that was not downloaded").isZero();
  }

  @Test
  void changedFilesAndChangedListsAreRefused() throws Exception {
    sign("" + key);
    Path archive = release.resolve("glebe-1.2.3-linux-amd64.tar.gz");
    Path list = release.resolve("SHA256SUMS");
    String signed = Files.readString(list);

    Files.writeString(archive, "another archive");
    assertThat(verify().code()).isEqualTo(1);

    Files.writeString(archive, "an archive");
    assertThat(verify().code()).isZero();
    Files.writeString(list, signed.replace('a', 'b'));
    assertThat(verify().code()).isEqualTo(1);

    Files.writeString(list, signed);
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "other");
    openssl("pkey", "-in", "other", "-pubout", "-out", "other.pub");
    Files.move(folder.resolve("other.pub"), publicKey, StandardCopyOption.REPLACE_EXISTING);
    assertThat(verify().code()).as("with another key").isEqualTo(1);
  }

  @Test
  void withoutAKeyThereIsNoSignatureAndNoneOfAnEarlierBuild() throws Exception {
    sign("" + key);
    Output unsigned = sign("");
    assertThat(unsigned.code()).isZero();
    assertThat(unsigned.text()).contains("is not signed");
    assertThat(release.resolve("SHA256SUMS")).exists();
    assertThat(release.resolve("SHA256SUMS.sig")).doesNotExist();

    Output missing = sign("nowhere.pem");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.text()).contains("cannot be read");
  }

  @Test
  void componentsThatAnAdvisoryNamesAreReported() throws Exception {
    Path advisories = Files.createDirectory(folder.resolve("osv"));
    advisory(advisories, "named", "0.0.1", "999.0", "");
    assertThat(compare(advisories))
        .satisfies(
            found -> {
              assertThat(found.code()).isEqualTo(1);
              assertThat(found.text())
                  .contains("io.netty:netty-buffer 4.", "X-named", "1 findings");
            });

    Files.delete(advisories.resolve("named.json"));
    advisory(advisories, "fixed", "0.0.1", "4.0.0.Final", "");
    advisory(advisories, "later", "999.0", "999.1", "");
    advisory(advisories, "withdrawn", "0.0.1", "999.0", "\"withdrawn\": \"2026-01-01\",");
    Output none = compare(advisories);
    assertThat(none.code()).as(none.text()).isZero();
    assertThat(none.text()).contains("3 advisories, 0 findings");
  }

  private Output compare(Path advisories) throws Exception {
    Path bill = release.resolve("glebe-1.2.3-linux-amd64.cdx.json");
    Path script = SCRIPTS.resolve("advisories.mjs");
    return run("", List.of("node", "" + script, "" + bill, "" + advisories));
  }

  private static void advisory(Path folder, String name, String from, String fixed, String more)
      throws IOException {
    Files.writeString(
        folder.resolve(name + ".json"),
        """
        {%s "id": "X-%s", "summary": "a test", "affected": [{
          "package": {"ecosystem": "Maven", "name": "io.netty:netty-buffer"},
          "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "%s"}, {"fixed": "%s"}]}]}]}
        """
            .formatted(more, name, from, fixed));
  }
}
