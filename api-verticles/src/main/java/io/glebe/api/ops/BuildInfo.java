package io.glebe.api.ops;

import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * What is running.
 *
 * @param version of the product, {@code development} when run from classes
 */
public record BuildInfo(String version, String java, String vertx) {
  /** The facts of this process. */
  public static BuildInfo current() {
    return new BuildInfo(
        version(BuildInfo.class), Runtime.version().toString(), version(Vertx.class));
  }

  private static String version(Class<?> type) {
    return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("development");
  }
}
