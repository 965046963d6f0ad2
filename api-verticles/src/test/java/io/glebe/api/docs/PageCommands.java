package io.glebe.api.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commands of a page. A comment of the page says that they are run, and which texts stand for
 * the ports and tools of a platform; a comment before a block says why that block is not run:
 *
 * <pre>{@code
 * <!-- run: http=8080 mqtts=8883 tools=mosquitto_pub optional-tools=k6 -->
 * <!-- not run: installs software -->
 * }</pre>
 *
 * @param page the file
 * @param marker what the comment of the page says by name; empty for a page without it
 * @param blocks the blocks of shell commands, in their order
 * @param unmarked lines outside of such blocks that look like commands, with their numbers
 * @param html the page of a map, if there is one
 */
record PageCommands(
    Path page,
    Optional<Map<String, String>> marker,
    List<Block> blocks,
    List<String> unmarked,
    Optional<String> html) {
  private static final Pattern RUN = Pattern.compile("<!-- run:(.*)-->");
  private static final Pattern NOT_RUN = Pattern.compile("<!-- not run: (.+) -->");
  private static final Pattern COMMAND =
      Pattern.compile(
          "(curl|mosquitto_\\w+|ogr\\w+|gdal\\w*|\\./glebe|npm|pip|wrk|k6|export [A-Z_]+=)(?: .*)?");
  private static final Pattern REFUSED = Pattern.compile("# ([45]\\d\\d)\\b");
  private static final String FENCE = "```";

  /** Languages of commands and programs. */
  private static final Set<String> PROGRAMS = Set.of("sh", "python", "js", "ts");

  /**
   * A block of commands, or a program.
   *
   * @param line number of its first line
   * @param language behind the fence
   * @param reason why it is not run; empty for a block that is
   */
  record Block(int line, String language, List<String> lines, Optional<String> reason) {
    boolean isRun() {
      return language.equals("sh") && reason.isEmpty();
    }
  }

  static PageCommands of(Path page) throws IOException {
    List<String> lines = Files.readAllLines(page);
    List<Block> blocks = new ArrayList<>();
    List<String> unmarked = new ArrayList<>();
    Optional<Map<String, String>> marker = Optional.empty();
    Optional<String> reason = Optional.empty();
    Optional<String> html = Optional.empty();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Matcher run = RUN.matcher(line);
      Matcher notRun = NOT_RUN.matcher(line);
      if (run.matches()) {
        marker = Optional.of(entries(run.group(1).strip()));
      } else if (notRun.matches()) {
        reason = Optional.of(notRun.group(1));
      } else if (line.startsWith(FENCE)) {
        int end = end(lines, i + 1);
        List<String> inner = lines.subList(i + 1, end);
        String language = line.substring(FENCE.length());
        if (PROGRAMS.contains(language)) {
          blocks.add(new Block(i + 2, language, inner, reason));
        } else if (language.equals("html")) {
          html = Optional.of(String.join("\n", inner));
        } else if (line.equals(FENCE)) {
          find(inner, i + 2, unmarked);
        }
        reason = Optional.empty();
        i = end;
      } else if (lines.get(i).startsWith("    ")) {
        find(List.of(line), i + 1, unmarked);
      }
    }
    return new PageCommands(page, marker, List.copyOf(blocks), unmarked, html);
  }

  /**
   * A text of the page with the ports of this run.
   *
   * @param actual the text of this run by the name of an entry of the marker
   */
  String with(Map<String, String> actual, String text) {
    String replaced = text;
    for (Map.Entry<String, String> entry : marker.orElse(Map.of()).entrySet()) {
      if (actual.containsKey(entry.getKey())) {
        replaced =
            replaced.replaceAll(
                "\\b" + Pattern.quote(entry.getValue()) + "\\b", actual.get(entry.getKey()));
      }
    }
    return replaced;
  }

  private static Map<String, String> entries(String text) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (String entry : text.split("\\s+", -1)) {
      String[] parts = entry.split("=", 2);
      entries.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
    return entries;
  }

  private static int end(List<String> lines, int from) {
    int end = from;
    while (end < lines.size() && !lines.get(end).strip().equals(FENCE)) {
      end++;
    }
    return end;
  }

  private static void find(List<String> lines, int number, List<String> unmarked) {
    for (int i = 0; i < lines.size(); i++) {
      if (COMMAND.matcher(lines.get(i).strip()).matches()) {
        unmarked.add(number + i + ": " + lines.get(i).strip());
      }
    }
  }

  List<Block> run() {
    return marker.isEmpty() ? List.of() : blocks.stream().filter(Block::isRun).toList();
  }

  List<Block> notRun() {
    return blocks.stream().filter(block -> block.reason().isPresent()).toList();
  }

  /** Blocks that are not run without a reason. */
  List<Block> forgotten() {
    List<Block> run = run();
    return blocks.stream()
        .filter(block -> block.reason().isEmpty() && !run.contains(block))
        .toList();
  }

  /**
   * A script of all blocks that stops at the first command that fails. A command whose comment
   * begins with a status from 400 on must be answered with it.
   *
   * @param actual the text of this run by the name of an entry of the marker
   */
  String script(Map<String, String> actual) {
    StringBuilder script = new StringBuilder("set -euo pipefail\n");
    for (Block block : run()) {
      script.append("echo '## ").append(page.getFileName()).append(" line ").append(block.line());
      script.append("'\n");
      for (String command : commands(block)) {
        Matcher refused = REFUSED.matcher(command);
        String expected = refused.find() ? "EXPECTED=" + refused.group(1) + " " : "";
        script.append(expected).append(command).append('\n');
      }
    }
    return with(actual, script.toString());
  }

  /** The lines of a block, those that continue another one joined to it. */
  private static List<String> commands(Block block) {
    List<String> commands = new ArrayList<>();
    StringBuilder command = new StringBuilder();
    for (String line : block.lines()) {
      command.append(line);
      if (line.endsWith("\\")) {
        command.append('\n');
      } else {
        commands.add(command.toString());
        command.setLength(0);
      }
    }
    return commands;
  }

  /** The programs that the page needs besides bash and curl. */
  List<String> tools() {
    return names("tools");
  }

  /** Programs without a Debian package: without them the page is skipped, on CI as well. */
  List<String> optionalTools() {
    return names("optional-tools");
  }

  private List<String> names(String entry) {
    String names = marker.orElse(Map.of()).getOrDefault(entry, "");
    return names.isEmpty() ? List.of() : List.of(names.split(",", -1));
  }
}
