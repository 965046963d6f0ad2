package io.glebe.api.boot;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs the command line inside the process of the test. */
public final class Glebe {
  private Glebe() {}

  /** The exit code and the output of a command; the output is stripped. */
  public record CommandResult(int code, String out, String err) {}

  public static CommandResult run(String... args) {
    return run(Main.commandLine(), args);
  }

  public static CommandResult run(CommandLine line, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = Main.execute(line, args);
    return new CommandResult(code, out.toString().strip(), err.toString().strip());
  }
}
