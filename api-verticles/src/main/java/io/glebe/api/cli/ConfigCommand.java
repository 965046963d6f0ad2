package io.glebe.api.cli;

import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code glebe config}: every setting with its value, origin and meaning. */
@Command(
    name = "config",
    description = "Prints every setting with its value, origin and meaning; secrets are masked.",
    mixinStandardHelpOptions = true)
public final class ConfigCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private SettingFlags flags;

  @Override
  public Integer call() {
    Settings settings = flags.settings();
    PrintWriter out = spec.commandLine().getOut();
    int width = settings.list().stream().mapToInt(s -> s.name().length()).max().orElse(0);
    for (Setting<?> setting : settings.list()) {
      String origin = settings.origin(setting).name().toLowerCase(Locale.ROOT);
      String shown = settings.shown(setting).isEmpty() ? "-" : settings.shown(setting);
      out.printf(
          "%-" + width + "s  %-24s  %-11s  %s (%s)%n",
          setting.name(),
          shown,
          origin,
          setting.meaning(),
          setting.type());
    }
    out.flush();
    return 0;
  }
}
