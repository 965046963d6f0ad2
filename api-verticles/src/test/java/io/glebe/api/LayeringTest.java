package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The order of rooms inside each storey: a room uses only rooms that stand before it. */
final class LayeringTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.glebe");

  /**
   * A storey.
   *
   * @param root its package
   * @param rooms its packages, the lowest first; rooms in one text stand on one level
   */
  record Storey(String root, List<String> rooms) {
    int level(String room) {
      for (int level = 0; level < rooms.size(); level++) {
        if (Set.of(rooms.get(level).split(" ")).contains(room)) {
          return level;
        }
      }
      return -1;
    }

    String room(JavaClass type) {
      String rest = type.getPackageName().substring(root.length());
      return rest.isEmpty() ? "" : rest.substring(1).split("\\.", -1)[0];
    }

    boolean holds(JavaClass type) {
      return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }
  }

  static List<Storey> storeys() {
    return List.of(
        new Storey(
            "io.glebe.zarr",
            List.of("memory meta store vector", "codec", "tiff chunk", "array", "dataset")),
        new Storey(
            "io.glebe.tile",
            List.of(
                "grid deflate mvt",
                "band kernel pmtiles",
                "resample style",
                "png plan",
                "engine",
                "series")),
        new Storey(
            "io.glebe.core",
            List.of(
                "problem progress syntax thread",
                "json config",
                "metrics database geo",
                "catalogue cql access infrastructure",
                "record identity",
                "sensor farm activity attachment measurement feature partner registry",
                "vocabulary",
                "cube",
                "stac",
                "sample")),
        new Storey("io.glebe.mqtt", List.of("topic", "ingest", "broker bridge")));
  }

  @ParameterizedTest
  @MethodSource("storeys")
  void roomsUseOnlyRoomsThatStandBeforeThem(Storey storey) {
    Set<String> faults = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (!storey.holds(type) || storey.room(type).isEmpty()) {
        continue;
      }
      int here = storey.level(storey.room(type));
      if (here < 0) {
        faults.add(type.getPackageName() + " has no place in the order");
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        if (storey.holds(target)
            && !storey.room(target).equals(storey.room(type))
            && storey.level(storey.room(target)) >= here) {
          faults.add(type.getPackageName() + " uses " + target.getName());
        }
      }
    }

    assertThat(faults).isEmpty();
  }

  @Test
  void theRoomsOfTheSurfaceMeetOnlyInHttpAndBoot() {
    Set<String> shared = Set.of("", "http", "area");
    Set<String> faults = new TreeSet<>();
    Storey api = new Storey("io.glebe.api", List.of());
    for (JavaClass type : CLASSES) {
      if (!api.holds(type) || Set.of("boot", "cli").contains(api.room(type))) {
        continue;
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        if (api.holds(target)
            && !api.room(target).equals(api.room(type))
            && !shared.contains(api.room(target))) {
          faults.add(type.getPackageName() + " uses " + target.getName());
        }
      }
    }

    assertThat(faults).isEmpty();
  }
}
