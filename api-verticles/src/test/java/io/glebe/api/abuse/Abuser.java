package io.glebe.api.abuse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The process that abuses the platform. The first line of its input is the {@link AbuseTarget};
 * each following line is {@code start NAME} or {@code stop NAME} and has a line as its answer.
 */
final class Abuser {
  private final AbuseTarget target;
  private final Map<String, Abuse> abuses;
  private final Map<String, AbuseConnections> started = new HashMap<>();

  private Abuser(AbuseTarget target) {
    this.target = target;
    abuses = AbuseCatalogue.of(target);
  }

  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Abuser abuser = new Abuser(AbuseTarget.parse(lines.readLine()));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", 2);
      out.println(words[0].equals("start") ? abuser.start(words[1]) : abuser.stop(words[1]));
    }
    System.exit(0); // the process that started this one has ended, or wants it to end
  }

  private String start(String name) {
    AbuseConnections connections = new AbuseConnections(target);
    started.put(name, connections);
    abuses.get(name).start(connections);
    return "started";
  }

  /**
   * Returns the numbers of events. The abuses of a period end together: one that waited for its
   * threads would wait for those of the others, which go on.
   */
  private String stop(String name) {
    started.values().forEach(AbuseConnections::end);
    AbuseConnections connections = started.remove(name);
    String summary = connections.summary();
    abuses.get(name).stop(connections);
    return summary;
  }
}
