package io.glebe.api.boot;

import io.glebe.core.config.InvalidSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/**
 * The command line of the platform: {@code glebe run --port 8080 --data ./data}. Exit codes: 0
 * done, 1 failed, 2 wrong use.
 */
@Command(
    name = "glebe",
    description = "The Glebe farm platform.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {RunCommand.class, ConfigCommand.class, TokenCommand.class, AdminCommand.class})
public final class Main {
  private static final int FAILED = 1;

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
    System.exit(commandLine().execute(args));
  }

  /** Ready to execute; errors are one or a few lines for people, never a stack trace. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    knowVersion(line);
    line.setParameterExceptionHandler(new WrongUse());
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println(words(failure));
          return failure instanceof InvalidSettings
              ? command.getCommandSpec().exitCodeOnInvalidInput()
              : FAILED;
        });
    return line;
  }

  /** Every subcommand answers {@code --version} as well. */
  private static void knowVersion(CommandLine line) {
    line.getCommandSpec().versionProvider(new Version());
    line.getSubcommands().values().forEach(Main::knowVersion);
  }

  private static String words(Exception failure) {
    String message = failure.getMessage();
    return "glebe: " + (message == null ? failure.toString() : message.replace("\n", "\nglebe: "));
  }
}
