package io.glebe.api;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
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

/** The order of packages inside each module, and what protocol modules may not use. */
final class LayeringTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.glebe");

  /**
   * The order of the packages directly below the root of a module. Their sub-packages share their
   * level.
   *
   * @param root the root package of the module
   * @param levels its packages, the lowest first; packages in one text are on one level
   */
  record Order(String root, List<String> levels) {
    int level(String name) {
      for (int level = 0; level < levels.size(); level++) {
        if (Set.of(levels.get(level).split(" ")).contains(name)) {
          return level;
        }
      }
      return -1;
    }

    /** The part of a type's package that follows the root; empty for types of the root itself. */
    String part(JavaClass type) {
      String rest = type.getPackageName().substring(root.length());
      return rest.isEmpty() ? "" : rest.substring(1).split("\\.", -1)[0];
    }

    boolean holds(JavaClass type) {
      return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }
  }

  static List<Order> orders() {
    return List.of(
        new Order(
            "io.glebe.zarr",
            List.of("digest memory meta store vector", "codec", "tiff chunk", "array", "dataset")),
        new Order(
            "io.glebe.tile",
            List.of(
                "grid deflate mvt",
                "band kernel pmtiles",
                "resample style",
                "png plan",
                "engine",
                "series")),
        new Order(
            "io.glebe.core",
            List.of(
                "problem progress syntax thread",
                "json memory admission secret time host",
                "config",
                "metrics folder",
                "trace",
                "database geo body",
                "connection",
                "catalogue cql access infrastructure",
                "record identity ogc",
                "sensor farm activity attachment measurement feature partner registry",
                "service alarm",
                "commission",
                "vocabulary",
                "cube",
                "stac viewer backup",
                "sample")),
        new Order(
            "io.glebe.core.record",
            List.of("table", "access audit rule", "change person", "lookup read", "write")),
        new Order(
            "io.glebe.core.cube",
            List.of(
                "model upload",
                "snapshot",
                "collection rendering",
                "cloud item layer style tileset",
                "map series",
                "job")),
        new Order(
            "io.glebe.core.sensor",
            List.of(
                "device model",
                "access query",
                "observation sql",
                "aggregate",
                "journal read",
                "entity session",
                "mapping")),
        new Order(
            "io.glebe.mqtt",
            List.of(
                "topic limit", "ingest message", "session", "service packet", "broker bridge")));
  }

  @ParameterizedTest
  @MethodSource("orders")
  void aPackageUsesOnlyPackagesBelowIt(Order order) {
    Set<String> faults = new TreeSet<>();
    for (JavaClass type : CLASSES) {
      if (!order.holds(type) || order.part(type).isEmpty()) {
        continue;
      }
      int here = order.level(order.part(type));
      if (here < 0) {
        faults.add(type.getPackageName() + " has no place in the order");
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        if (order.holds(target)
            && !order.part(target).equals(order.part(type))
            && order.level(order.part(target)) >= here) {
          faults.add(type.getPackageName() + " uses " + target.getName());
        }
      }
    }

    assertThat(faults).isEmpty();
  }

  @Test
  void noPackagesFormACycle() {
    slices().matching("io.glebe.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void apiAreasShareOnlyTheHttpPackages() {
    Set<String> shared = Set.of("", "http", "area", "ogc");
    Set<String> faults = new TreeSet<>();
    Order api = new Order("io.glebe.api", List.of());
    for (JavaClass type : CLASSES) {
      if (!api.holds(type) || Set.of("boot", "cli").contains(api.part(type))) {
        continue;
      }
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        if (api.holds(target)
            && !api.part(target).equals(api.part(type))
            && !shared.contains(api.part(target))) {
          faults.add(type.getPackageName() + " uses " + target.getName());
        }
      }
    }

    assertThat(faults).isEmpty();
  }

  @Test
  void onlyTheStartOfTheProtocolModulesUsesSqlClients() {
    noClasses()
        .that()
        .resideInAnyPackage("io.glebe.api..", "io.glebe.mqtt..")
        .and()
        .resideOutsideOfPackage("io.glebe.api.boot..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.vertx.sqlclient..", "io.vertx.pgclient..")
        .check(CLASSES);
  }

  @Test
  void protocolModulesDoNotUseTheDatabase() {
    noClasses()
        .that()
        .resideInAnyPackage("io.glebe.api..", "io.glebe.mqtt..")
        .and()
        .resideOutsideOfPackages("io.glebe.api.boot..", "io.glebe.api.cli..")
        .and(DescribedPredicate.not(wiresServices()))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.glebe.core.database..")
        .check(CLASSES);
  }

  /** Verticles pass the database to the services that they open. */
  private static DescribedPredicate<JavaClass> wiresServices() {
    return DescribedPredicate.describe(
        "are verticles",
        type -> {
          String name = type.getName();
          return name.endsWith("Verticle") || name.contains("Verticle$");
        });
  }
}
