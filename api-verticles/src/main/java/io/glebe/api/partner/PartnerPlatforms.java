package io.glebe.api.partner;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.PartnerSettings;
import io.glebe.core.config.PartnerSettings.PartnerPaging;
import io.glebe.core.config.Setting;
import io.glebe.core.config.Settings;
import io.glebe.core.infrastructure.Infrastructure;
import io.glebe.core.json.Json;
import io.glebe.core.partner.PartnerPlatform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The partners of this deployment, as the settings name them: one in the settings of its own, any
 * number of others in a file. In development the sandbox partner takes the place of the first.
 */
final class PartnerPlatforms {
  private static final Set<String> REQUIRED =
      Set.of("name", "url", "authorizeUrl", "tokenUrl", "clientId", "clientSecret");
  private static final String PAGING = "paging";

  private final Infrastructure infrastructure;
  private final Settings settings;

  PartnerPlatforms(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
    this.settings = infrastructure.settings();
  }

  /** Whether the sandbox partner takes the place of the partner of the settings. */
  boolean hasSandbox() {
    return settings.development() && settings.get(PartnerSettings.PARTNER_URL).isEmpty();
  }

  /** Whether there is a partner beside the sandbox. */
  boolean hasReal() {
    return settings.get(PartnerSettings.PARTNER_URL).isPresent()
        || settings.get(PartnerSettings.PARTNERS_FILE).isPresent();
  }

  /**
   * Returns all partners by name, which is their segment in paths; fails with {@link
   * InvalidSettings} when a partner lacks a setting or two have the same name.
   */
  Map<String, PartnerPlatform> all() {
    List<PartnerPlatform> all = new ArrayList<>();
    if (settings.get(PartnerSettings.PARTNER_URL).isPresent()) {
      all.add(real());
    } else if (hasSandbox()) {
      all.add(sandbox());
    }
    settings.get(PartnerSettings.PARTNERS_FILE).map(Path::of).ifPresent(f -> all.addAll(in(f)));
    Map<String, PartnerPlatform> byName = new LinkedHashMap<>();
    for (PartnerPlatform platform : all) {
      if (byName.put(platform.name(), platform) != null) {
        throw new InvalidSettings("two partners have the name " + platform.name());
      }
    }
    return byName;
  }

  private PartnerPlatform real() {
    return platform(
        settings.get(PartnerSettings.PARTNER_NAME),
        URI.create(withSlash(needed(PartnerSettings.PARTNER_URL).toString())),
        needed(PartnerSettings.PARTNER_AUTHORIZE_URL),
        needed(PartnerSettings.PARTNER_TOKEN_URL),
        needed(PartnerSettings.PARTNER_CLIENT_ID),
        needed(PartnerSettings.PARTNER_CLIENT_SECRET),
        settings.get(PartnerSettings.PARTNER_PAGING));
  }

  private PartnerPlatform sandbox() {
    String base = infrastructure.address().local() + SandboxPartner.PATH;
    return platform(
        settings.get(PartnerSettings.PARTNER_NAME),
        URI.create(base + "/"),
        URI.create(infrastructure.address().base() + SandboxPartner.PATH + "/authorize"),
        URI.create(base + "/token"),
        SandboxPartner.CLIENT,
        SandboxPartner.SECRET,
        settings.get(PartnerSettings.PARTNER_PAGING));
  }

  private PartnerPlatform platform(
      String name,
      URI base,
      URI authorize,
      URI token,
      String clientId,
      String clientSecret,
      PartnerPaging paging) {
    return new PartnerPlatform(
        name,
        base,
        authorize,
        token,
        clientId,
        clientSecret,
        paging,
        settings.get(PartnerSettings.PARTNER_TIMEOUT),
        settings.get(PartnerSettings.PARTNER_IMPORT_RECORDS));
  }

  private List<PartnerPlatform> in(Path file) {
    JsonNode entries;
    try {
      entries = Json.parse(Files.readAllBytes(file));
    } catch (IOException | RuntimeException e) {
      throw invalid("cannot be read as JSON: " + e.getMessage());
    }
    if (!entries.isArray()) {
      throw invalid("must be an array with an object for each partner");
    }
    List<PartnerPlatform> all = new ArrayList<>();
    entries.forEach(entry -> all.add(platform(entry)));
    return all;
  }

  private PartnerPlatform platform(JsonNode entry) {
    Set<String> unknown = new TreeSet<>();
    entry.fieldNames().forEachRemaining(unknown::add);
    unknown.removeAll(REQUIRED);
    unknown.remove(PAGING);
    if (!unknown.isEmpty()) {
      throw invalid("a partner has no member " + String.join(", ", unknown));
    }
    return platform(
        text(entry, "name"),
        address(withSlash(text(entry, "url"))),
        address(text(entry, "authorizeUrl")),
        address(text(entry, "tokenUrl")),
        text(entry, "clientId"),
        text(entry, "clientSecret"),
        paging(entry.path(PAGING).asText("links")));
  }

  private static String text(JsonNode entry, String member) {
    String text = entry.path(member).asText("");
    if (text.isBlank()) {
      throw invalid("each partner needs " + String.join(", ", new TreeSet<>(REQUIRED)));
    }
    return text;
  }

  private static URI address(String text) {
    try {
      URI uri = URI.create(text);
      if (uri.isAbsolute()) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw invalid(text + " is no absolute address");
  }

  private static PartnerPaging paging(String text) {
    try {
      return PartnerPaging.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw invalid("paging is links, header or token, and not " + text);
    }
  }

  private static InvalidSettings invalid(String fault) {
    return new InvalidSettings(PartnerSettings.PARTNERS_FILE.name() + ": " + fault);
  }

  private <T> T needed(Setting<Optional<T>> setting) {
    return settings
        .get(setting)
        .orElseThrow(
            () ->
                new InvalidSettings(
                    setting.name()
                        + " is needed when "
                        + PartnerSettings.PARTNER_URL.name()
                        + " names a partner"));
  }

  private static String withSlash(String url) {
    return url.endsWith("/") ? url : url + "/";
  }
}
