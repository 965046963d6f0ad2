package io.glebe.api.console;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that runs the Playwright scripts of pages, one after the other in one browser. */
final class BrowserWalks implements AutoCloseable {
  private static final Path SCRIPT = Path.of("src/test/console/walks.mjs");
  private static final int PATIENCE_MINUTES = 20;

  private final Process process;
  private final BufferedReader output;
  private final BufferedWriter input;

  /** What a script printed, and whether it ended well. */
  record Outcome(boolean passed, List<String> lines) {}

  /**
   * @param data the folder of the platform, where commands that a page shows are run
   */
  BrowserWalks(Path node, String address, Path data, Path screenshots, Path chromium)
      throws IOException {
    ProcessBuilder walks =
        new ProcessBuilder(
                node.toString(),
                SCRIPT.toString(),
                address,
                screenshots.toString(),
                chromium.toString())
            .redirectErrorStream(true);
    walks.environment().put("DATA", data.toString());
    process = walks.start();
    output = process.inputReader();
    input = process.outputWriter();
  }

  /** Runs the script of a page; after a timeout, or after the end of the process, it has failed. */
  Outcome run(String page) throws InterruptedException, ExecutionException {
    List<String> lines = new ArrayList<>();
    CompletableFuture<Boolean> passed =
        CompletableFuture.supplyAsync(() -> readUntilEnd(page, lines));
    try {
      input.write(page + "\n");
      input.flush();
      return new Outcome(passed.get(PATIENCE_MINUTES, TimeUnit.MINUTES), lines);
    } catch (IOException | TimeoutException e) {
      kill(); // the reader then comes to the end of the output
      passed.join();
      lines.add(e.toString());
      return new Outcome(false, lines);
    }
  }

  private boolean readUntilEnd(String page, List<String> lines) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
        if (line.startsWith("== " + page)) {
          return line.endsWith("passed");
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
    process.onExit().join();
  }
}
