package io.glebe.api.boot;

import io.glebe.api.http.ApiArea;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Nearest;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.Settings;
import java.util.List;

/** Chooses the areas that this process serves. */
final class AreaSelection {
  private static final String ALL = "all";
  private static final String ALWAYS = "ops";

  /** What people may write, before there are areas to ask. */
  private static final List<String> NAMES =
      List.of(
          ALWAYS,
          "development-identity",
          "identity",
          "console",
          "openapi",
          "farm",
          "partner",
          "sensors",
          "features",
          "spatio");

  private AreaSelection() {}

  /**
   * Looks at the setting before there is anything to serve.
   *
   * @throws InvalidSettings for a name that no area has
   */
  static void check(Settings settings) {
    require(settings.get(ProcessSettings.AREAS), NAMES);
  }

  /**
   * The areas named by the setting, in their own order; health and metrics are always among them.
   *
   * @throws InvalidSettings for a name that no area has in this profile
   */
  static List<ApiArea> chosen(List<ApiArea> all, Settings settings) {
    List<String> wanted = settings.get(ProcessSettings.AREAS);
    List<String> names = all.stream().map(ApiArea::name).toList();
    if (!NAMES.containsAll(names)) {
      throw new IllegalStateException("an area is missing among the names: " + names);
    }
    require(wanted, names);
    return wanted.contains(ALL)
        ? all
        : all.stream()
            .filter(area -> area.name().equals(ALWAYS) || wanted.contains(area.name()))
            .toList();
  }

  private static void require(List<String> wanted, List<String> names) {
    for (String name : wanted) {
      if (!name.equals(ALL) && !names.contains(name)) {
        String hint = Nearest.to(name, names).map(n -> "; did you mean " + n + "?").orElse("");
        throw new InvalidSettings(
            ProcessSettings.AREAS.name() + ": there is no area " + name + hint);
      }
    }
  }
}
