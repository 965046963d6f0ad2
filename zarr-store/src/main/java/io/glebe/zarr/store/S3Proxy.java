package io.glebe.zarr.store;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How S3Proxy is started, a server of the S3 protocol for tests and trials. It checks signatures.
 *
 * @param jar of S3Proxy with its dependencies
 * @param credentials the only ones that the server accepts
 * @param objects folder with a folder for each bucket; without it objects are kept in memory
 */
public record S3Proxy(
    Path jar, URI endpoint, S3Location.Credentials credentials, Optional<Path> objects) {
  /**
   * Writes the settings of the server and returns its command line.
   *
   * @param folder of the settings
   */
  public List<String> command(Path folder) throws IOException {
    Path settings = Files.write(folder.resolve("s3proxy.conf"), settings());
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-jar",
        jar.toString(),
        "--properties",
        settings.toString());
  }

  private List<String> settings() {
    List<String> lines = new ArrayList<>();
    lines.add("s3proxy.endpoint=" + endpoint);
    lines.add("s3proxy.authorization=aws-v2-or-v4");
    lines.add("s3proxy.identity=" + credentials.accessKey());
    lines.add("s3proxy.credential=" + credentials.secretKey());
    lines.add("jclouds.provider=" + (objects.isPresent() ? "filesystem-nio2" : "transient-nio2"));
    lines.add("jclouds.identity=none");
    lines.add("jclouds.credential=none");
    objects.ifPresent(folder -> lines.add("jclouds.filesystem.basedir=" + folder));
    return lines;
  }
}
