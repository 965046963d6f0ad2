package io.glebe.api.boot.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

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
 * @param route the port at which gateways reach the database and the object store, by their own
 *     port; {@link IntUnaryOperator#identity} without a program in between
 */
public record ClusterPlan(
    Path data,
    int port,
    int gateways,
    Replica replica,
    Programs programs,
    List<String> java,
    Map<String, String> settings,
    IntUnaryOperator route) {

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
   */
  public record Programs(Optional<Path> s3Proxy, Optional<Path> mosquitto, Optional<Path> nginx) {
    /** Those that are installed on this machine. */
    static Programs installed(Optional<Path> s3Proxy) {
      return new Programs(
          s3Proxy, InstalledProgram.find("mosquitto"), InstalledProgram.find("nginx"));
    }
  }
}
