package io.glebe.api.cli.doctor;

import io.glebe.core.config.Settings;
import io.glebe.core.config.listen.CertificateFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The certificates of the HTTP and MQTT servers, where the settings name any. */
final class CertificateCheck implements PartCheck {
  static final String PART = "certificate";
  private static final Duration SOON = Duration.ofDays(14);

  @Override
  public List<Finding> of(Settings settings) {
    List<Finding> findings = new ArrayList<>();
    CertificateFiles.http(settings).ifPresent(files -> findings.add(of(files)));
    CertificateFiles.mqtt(settings).ifPresent(files -> findings.add(of(files)));
    return findings;
  }

  private static Finding of(CertificateFiles files) {
    CertificateFiles.Pair pair = files.read();
    Instant end = pair.leaf().getNotAfter().toInstant();
    String text = files.certificate() + " is valid until " + end;
    if (!pair.isInTime()) {
      return Finding.fault(
          PART,
          files.certificate()
              + " is valid from "
              + pair.leaf().getNotBefore().toInstant()
              + " to "
              + end
              + " only");
    }
    return end.isBefore(Instant.now().plus(SOON))
        ? Finding.warning(PART, text)
        : Finding.ok(PART, text);
  }
}
