package io.glebe.api.cli.backup;

import io.glebe.api.cli.DataFlag;
import io.glebe.core.backup.AuditExport;
import io.glebe.core.backup.BackupFault;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code glebe audit FILE}: writes the audit log for other programs. */
@Command(
    name = "audit",
    description =
        "Writes the audit log of a platform, which may run, to a file: one line of JSON for each"
            + " entry, oldest first.",
    mixinStandardHelpOptions = true)
public final class AuditCommand implements Callable<Integer> {
  /** A time after all entries, which PostgreSQL can read. */
  private static final String NEVER = "9999-01-01T00:00:00Z";

  @Spec private CommandSpec spec;
  @Mixin private DataFlag data;

  @Parameters(paramLabel = "FILE", description = "a new file")
  private Path file;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      defaultValue = "1970-01-01T00:00:00Z",
      description = "first time of entries, for example 2026-11-27T00:00:00Z")
  private Instant since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      defaultValue = NEVER,
      description = "time before which the entries end")
  private Instant until;

  @Override
  public Integer call() throws IOException {
    try (PlatformParts platform = PlatformParts.ofExisting(data.settings());
        OutputStream target = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      long entries = AuditExport.write(platform.parts(), since, until, target);
      spec.commandLine().getOut().printf("%d entries%n", entries);
      spec.commandLine().getOut().flush();
      return 0;
    } catch (FileAlreadyExistsException e) {
      throw new BackupFault("there is a file " + file + " already", e);
    }
  }
}
