package io.glebe.api.boot;

import io.glebe.api.boot.cluster.ClusterCommand;
import io.glebe.api.cli.AdminCommand;
import io.glebe.api.cli.ArgumentOrder;
import io.glebe.api.cli.BridgeCommand;
import io.glebe.api.cli.ConfigCommand;
import io.glebe.api.cli.ExitCode;
import io.glebe.api.cli.Failure;
import io.glebe.api.cli.LogsCommand;
import io.glebe.api.cli.StatusCommand;
import io.glebe.api.cli.StopCommand;
import io.glebe.api.cli.TokenCommand;
import io.glebe.api.cli.UsageError;
import io.glebe.api.cli.app.AppsCommand;
import io.glebe.api.cli.backup.AuditCommand;
import io.glebe.api.cli.backup.BackupCommand;
import io.glebe.api.cli.backup.RestoreCommand;
import io.glebe.api.cli.device.DeviceCommand;
import io.glebe.api.cli.doctor.DoctorCommand;
import io.glebe.api.cli.load.LoadCommand;
import io.glebe.api.cli.service.ServicesCommand;
import io.glebe.core.config.Settings;
import java.io.IOException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line of the platform: {@code glebe run --port 8080 --data ./data}. The exit codes are
 * in {@link ExitCode}.
 */
@Command(
    name = "glebe",
    description = "The Glebe farm platform.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      RunCommand.class,
      StatusCommand.class,
      StopCommand.class,
      LogsCommand.class,
      ConfigCommand.class,
      TokenCommand.class,
      AdminCommand.class,
      AppsCommand.class,
      ServicesCommand.class,
      BackupCommand.class,
      RestoreCommand.class,
      AuditCommand.class,
      BridgeCommand.class,
      LoadCommand.class,
      ClusterCommand.class
    })
public final class Main {
  /** The version from the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"glebe " + io.glebe.api.ops.BuildInfo.current().version()};
    }
  }

  public static void main(String[] args) {
    System.setProperty(
        "vertx.logger-delegate-factory-class-name",
        "io.vertx.core.logging.SLF4JLogDelegateFactory");
    System.exit(execute(commandLine(), args));
  }

  /** Executes a command; every failure becomes one line and an exit code. */
  static int execute(CommandLine line, String... args) {
    try {
      return line.execute(ArgumentOrder.commandFirst(line, args));
    } catch (Error e) {
      return Failure.print(e, line); // picocli handles exceptions only
    }
  }

  /** Ready to execute; errors are one or a few lines for people, never a stack trace. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.addSubcommand(new DoctorCommand(Main::requireStart));
    Objects.requireNonNull(line.getSubcommands().get("admin")).addSubcommand(new DeviceCommand());
    addVersion(line);
    line.setParameterExceptionHandler(new UsageError());
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> Failure.print(failure, command));
    return line;
  }

  private static void requireStart(Settings settings) throws IOException {
    StartCheck.of(settings, AreaSelection.of(settings)).close();
  }

  /** Adds {@code --version} to every subcommand. */
  private static void addVersion(CommandLine line) {
    line.getCommandSpec().versionProvider(new Version());
    line.getSubcommands().values().forEach(Main::addVersion);
  }
}
