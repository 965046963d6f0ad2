package io.glebe.api.boot;

import io.glebe.api.http.Area;
import io.glebe.core.config.AllSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Nearest;
import io.glebe.core.config.Settings;
import java.util.List;

/** Chooses the areas that this process serves. */
final class Areas {
  private static final String ALL = "all";
  private static final String ALWAYS = "ops";

  private Areas() {}

  /**
   * The areas named by the setting, in their own order; health and metrics are always among them.
   *
   * @throws InvalidSettings for a name that no area has
   */
  static List<Area> chosen(List<Area> all, Settings settings) {
    List<String> wanted = settings.get(AllSettings.AREAS);
    List<String> names = all.stream().map(Area::name).toList();
    for (String name : wanted) {
      if (!name.equals(ALL) && !names.contains(name)) {
        String hint = Nearest.to(name, names).map(n -> "; did you mean " + n + "?").orElse("");
        throw new InvalidSettings(AllSettings.AREAS.name() + ": there is no area " + name + hint);
      }
    }
    return wanted.contains(ALL)
        ? all
        : all.stream()
            .filter(area -> area.name().equals(ALWAYS) || wanted.contains(area.name()))
            .toList();
  }
}
