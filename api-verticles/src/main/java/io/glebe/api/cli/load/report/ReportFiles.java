package io.glebe.api.cli.load.report;

import io.glebe.core.config.InvalidSettings;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of a report in their folder. */
public final class ReportFiles {
  private ReportFiles() {}

  /** Makes the folder before the run, so that a run does not end without its report. */
  public static void requireWritable(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new InvalidSettings("--report: " + folder + " is no folder that can be made");
    }
    if (!Files.isWritable(folder)) {
      throw new InvalidSettings("--report: the folder " + folder + " cannot be written");
    }
  }

  /** Writes load.json, load.txt and load.html. */
  public static void write(LoadReport report, Path folder) throws IOException {
    Files.write(
        folder.resolve(LoadReport.FILE),
        Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(report));
    StringWriter text = new StringWriter();
    ReportText.print(report, new PrintWriter(text));
    Files.writeString(folder.resolve("load.txt"), text.toString());
    Files.writeString(folder.resolve("load.html"), ReportPage.of(report));
  }
}
