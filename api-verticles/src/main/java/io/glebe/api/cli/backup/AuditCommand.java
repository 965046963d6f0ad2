package io.glebe.api.cli.backup;

import io.glebe.api.cli.DataFlag;
import io.glebe.core.backup.AuditExport;
import io.glebe.core.backup.BackupFault;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
      converter = Time.class,
      defaultValue = "1970-01-01T00:00:00Z",
      description = "first time of entries, for example 2026-11-27T00:00:00Z")
  private Instant since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = Time.class,
      defaultValue = NEVER,
      description = "time before which the entries end")
  private Instant until;

  @Override
  public Integer call() throws IOException {
    create();
    boolean isWhole = false;
    try (PlatformParts platform = PlatformParts.ofExisting(data.settings());
        OutputStream target = Files.newOutputStream(file)) {
      long entries = AuditExport.write(platform.parts(), since, until, target);
      isWhole = true;
      spec.commandLine().getOut().printf("%d entries%n", entries);
      spec.commandLine().getOut().flush();
      return 0;
    } finally {
      if (!isWhole) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A file that only its owner reads, because the log names people. */
  private void create() throws IOException {
    try {
      Files.createFile(file);
      PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
      if (view != null) {
        view.setPermissions(PosixFilePermissions.fromString("rw-------"));
      }
    } catch (FileAlreadyExistsException e) {
      throw new BackupFault("there is a file " + file + " already", e);
    }
  }

  /** Reads a time as users write it. */
  static final class Time implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeParseException e) {
        throw new TypeConversionException("'" + text + "' is no time like 2026-11-27T00:00:00Z");
      }
    }
  }
}
