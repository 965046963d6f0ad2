package io.glebe.api.boot.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster consists of.
 *
 * @param data folder of the data and logs of all parts, absolute
 * @param port where clients call the cluster; 0 for a free one
 * @param gateways number of platforms
 * @param replica of the database
 * @param programs of the other parts
 * @param java command of a JVM with its flags and class path, without a main class
 * @param settings of all gateways, beside those that connect them with the parts
 * @param route how gateways reach the database, its replica, the object store and the broker
 */
public record ClusterPlan(
    Path data,
    int port,
    int gateways,
    Replica replica,
    Programs programs,
    List<String> java,
    Map<String, String> settings,
    Route route) {

  /** The way to a part, by its name; a program may lie in between. */
  @FunctionalInterface
  public interface Route {
    Route DIRECT = (part, port) -> port;

    /** The port at which gateways reach a part that listens at this port. */
    int to(String part, int port);
  }

  /** Whether a second server follows the database, and whether commits wait for it. */
  public enum Replica {
    NONE,
    FOLLOWING,
    SYNCHRONOUS
  }

  /**
   * The programs of parts that need none of ours; empty without the part.
   *
   * @param s3Proxy jar of S3Proxy; without it the gateways share a folder
   * @param keycloak folder of an unpacked distribution; without it the development identity
   */
  public record Programs(
      Optional<Path> s3Proxy,
      Optional<Path> mosquitto,
      Optional<Path> nginx,
      Optional<Path> prometheus,
      Optional<Path> keycloak) {
    private static final Programs NONE =
        new Programs(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** No parts but ours. */
    public static Programs none() {
      return NONE;
    }

    /** An MQTT broker beside our parts. */
    public static Programs broker(Path mosquitto) {
      return new Programs(
          Optional.empty(),
          Optional.of(mosquitto),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** A Keycloak beside our parts. */
    public static Programs signIn(Path keycloak) {
      return new Programs(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(keycloak));
    }

    /** Those that are installed on this machine, with two that are given. */
    static Programs installed(Optional<Path> s3Proxy, Optional<Path> keycloak) {
      return new Programs(
          s3Proxy,
          InstalledProgram.find("mosquitto"),
          InstalledProgram.find("nginx"),
          InstalledProgram.find("prometheus"),
          keycloak);
    }
  }
}
