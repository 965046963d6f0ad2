package io.glebe.core.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the partner connector. */
public final class PartnerSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<URI>> PARTNER_URL =
      LIST.add(
          Setting.uri(
              "GLEBE_PARTNER_URL",
              "API of the partner's machine-data platform; default the sandbox partner in"
                  + " development, none in production"));

  public static final Setting<String> PARTNER_NAME =
      LIST.add(
          Setting.text(
              "GLEBE_PARTNER_NAME",
              "partner",
              "its name in paths, and externalProvider of records imported from there"));

  public static final Setting<Optional<String>> PARTNERS_FILE =
      LIST.add(
          Setting.optional(
              "GLEBE_PARTNERS_FILE", "JSON file with further partners, see docs/partner.md"));

  public static final Setting<Optional<URI>> PARTNER_AUTHORIZE_URL =
      LIST.add(
          Setting.uri(
              "GLEBE_PARTNER_AUTHORIZE_URL",
              "where a person allows the connection to the partner"));

  public static final Setting<Optional<URI>> PARTNER_TOKEN_URL =
      LIST.add(Setting.uri("GLEBE_PARTNER_TOKEN_URL", "token endpoint of the partner"));

  public static final Setting<Optional<String>> PARTNER_CLIENT_ID =
      LIST.add(
          Setting.optional("GLEBE_PARTNER_CLIENT_ID", "client id of this platform at the partner"));

  public static final Setting<Optional<String>> PARTNER_CLIENT_SECRET =
      LIST.add(Setting.secret("GLEBE_PARTNER_CLIENT_SECRET", "", "secret of that client"));

  public static final Setting<Optional<String>> PARTNER_KEYS =
      LIST.add(
          Setting.secret(
              "GLEBE_PARTNER_KEYS",
              "",
              "keys of 32 bytes in base64 that seal the partner's tokens, comma-separated; the"
                  + " first one seals, older ones behind it still open"));

  public static final Setting<PartnerPaging> PARTNER_PAGING =
      LIST.add(
          Setting.choice(
              "GLEBE_PARTNER_PAGING",
              PartnerPaging.LINKS,
              "where the partner names the next page: member links, header Link, or member"
                  + " nextPageToken"));

  public static final Setting<Duration> PARTNER_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_PARTNER_TIMEOUT", "10s", "maximum time of one response of the partner"));

  public static final Setting<Integer> PARTNER_IMPORT_RECORDS =
      LIST.add(
          Setting.integer(
              "GLEBE_PARTNER_IMPORT_RECORDS",
              2000,
              1,
              20_000,
              "most records of one import from the partner"));

  private PartnerSettings() {}

  /** The method of paging in the partner's lists. */
  public enum PartnerPaging {
    LINKS,
    HEADER,
    TOKEN
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
