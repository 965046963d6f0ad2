package io.glebe.api.boot;

import java.io.IOException;

/**
 * Main class of the trained JVM: it runs the platform until standard input ends. A line on standard
 * input means that the recording is complete. Without the line, because the controlling process has
 * died, the recording is discarded.
 */
public final class TrainedPlatform {
  private TrainedPlatform() {}

  /** Takes the arguments of the platform's own command line. */
  public static void main(String[] arguments) {
    Thread.ofPlatform().name("training").daemon(true).start(TrainedPlatform::awaitCommand);
    Main.main(arguments);
  }

  private static void awaitCommand() {
    boolean whole = false;
    try {
      whole = System.in.read() >= 0;
    } catch (IOException closed) {
      // the same as no line
    }
    if (!whole) {
      Runtime.getRuntime().addShutdownHook(new Thread(TrainedPlatform::endAtOnce));
    }
    System.exit(0);
  }

  /** Ends the JVM without writing the recording; the database stops as after a power failure. */
  private static void endAtOnce() {
    try {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
      String self = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-KILL", self).start().waitFor();
    } catch (IOException e) {
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
