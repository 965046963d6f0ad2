package io.glebe.api.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.config.ConsoleSettings;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.json.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The base map of the console by {@code GLEBE_BASEMAP}: tiles at an address, or a PMTiles archive
 * at an address or in a file that the platform serves.
 *
 * @param address template of tiles, or address of an archive
 * @param archive whether the address is that of an archive
 * @param file the archive on this machine
 * @param origin of another host, for the content security policy
 */
record Basemap(
    String address,
    boolean archive,
    Optional<Path> file,
    Optional<String> origin,
    String attribution) {
  /** The address of a served file. */
  static final String SERVED = "/console/basemap.pmtiles";

  private static final String ARCHIVE = ".pmtiles";
  private static final List<String> PLACES = List.of("{z}", "{x}", "{y}");

  /**
   * The base map of the settings; empty for the console's own one.
   *
   * @throws InvalidSettings when the setting is neither a template, an archive nor a file
   */
  static Optional<Basemap> of(Settings settings) {
    String attribution = settings.get(ConsoleSettings.BASEMAP_ATTRIBUTION).orElse("");
    return settings.get(ConsoleSettings.BASEMAP).map(text -> of(text, attribution));
  }

  static Basemap of(String text, String attribution) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean archive = lower.endsWith(ARCHIVE);
    if (!lower.startsWith("https://") && !lower.startsWith("http://")) {
      return inFile(text, archive, attribution);
    }
    if (!archive && !PLACES.stream().allMatch(text::contains)) {
      throw fault("needs {z}, {x} and {y}, or a name that ends with .pmtiles");
    }
    return new Basemap(text, archive, Optional.empty(), Optional.of(originOf(text)), attribution);
  }

  private static Basemap inFile(String text, boolean archive, String attribution) {
    Path file = Path.of(text);
    if (!archive || !Files.isReadable(file)) {
      throw fault("is neither a URL nor a readable .pmtiles file: " + text);
    }
    return new Basemap(SERVED, true, Optional.of(file), Optional.empty(), attribution);
  }

  /** Scheme, host and port; nothing else of the address enters the policy. */
  private static String originOf(String text) {
    try {
      URI address = new URI(text.replace("{", "%7B").replace("}", "%7D"));
      String host = address.getHost();
      if (host == null) {
        throw fault("has no host that a policy can name");
      }
      String port = address.getPort() < 0 ? "" : ":" + address.getPort();
      return address.getScheme().toLowerCase(Locale.ROOT) + "://" + host + port;
    } catch (URISyntaxException e) {
      throw fault("is no URL: " + e.getMessage());
    }
  }

  private static InvalidSettings fault(String reason) {
    return new InvalidSettings(ConsoleSettings.BASEMAP.name() + " " + reason);
  }

  /** What the pages need. */
  ObjectNode json() {
    return Json.object()
        .put("address", address)
        .put("archive", archive)
        .put("attribution", attribution);
  }
}
