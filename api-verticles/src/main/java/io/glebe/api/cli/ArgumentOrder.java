package io.glebe.api.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;

/**
 * Options may stand before the command that they belong to: {@code glebe --data DIR admin --json
 * users} is read as {@code glebe admin users --data DIR --json}.
 */
public final class ArgumentOrder {
  private ArgumentOrder() {}

  /** The same arguments with the command and its subcommands first. */
  public static String[] commandFirst(CommandLine root, String... args) {
    Set<String> withValue = withValue(root, new HashSet<>());
    List<String> commands = new ArrayList<>();
    List<String> options = new ArrayList<>();
    CommandLine command = root;
    int at = 0;
    while (at < args.length && !command.getSubcommands().isEmpty() && !args[at].equals("--")) {
      String word = args[at];
      if (word.startsWith("-")) {
        options.add(word);
        if (withValue.contains(word) && at + 1 < args.length) {
          options.add(args[++at]);
        }
      } else if (command.getSubcommands().containsKey(word)) {
        commands.add(word);
        command = command.getSubcommands().get(word);
      } else {
        break; // not a command: the parser then reads it first and reports it
      }
      at++;
    }
    List<String> rest = List.of(args).subList(at, args.length);
    List<String> ordered = new ArrayList<>(commands);
    boolean unknown = !command.getSubcommands().isEmpty();
    ordered.addAll(unknown ? rest : options);
    ordered.addAll(unknown ? options : rest);
    return ordered.toArray(String[]::new);
  }

  private static Set<String> withValue(CommandLine command, Set<String> names) {
    command.getCommandSpec().options().stream()
        .filter(option -> option.arity().max() > 0)
        .forEach(option -> names.addAll(List.of(option.names())));
    command.getSubcommands().values().forEach(below -> withValue(below, names));
    return names;
  }
}
