package io.glebe.api.ops;

import io.vertx.core.Vertx;
import java.util.Optional;

/**
 * The version of the running product.
 *
 * @param version the version, {@code development} when run from classes
 */
public record BuildInfo(String version, String java, String vertx) {
  /** The build of this process. */
  public static BuildInfo current() {
    return new BuildInfo(
        version(BuildInfo.class), Runtime.version().toString(), version(Vertx.class));
  }

  private static String version(Class<?> type) {
    return Optional.ofNullable(type.getPackage().getImplementationVersion()).orElse("development");
  }
}
