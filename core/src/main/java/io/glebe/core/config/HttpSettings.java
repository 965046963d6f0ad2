package io.glebe.core.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the HTTP server: addresses, certificates, proxies, limits of requests. */
public final class HttpSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<String>> HTTP_HOST =
      LIST.add(
          Setting.optional(
              "GLEBE_HTTP_HOST",
              "address the HTTP server listens on; default the loopback interface in development,"
                  + " all interfaces in production"));

  public static final Setting<Boolean> DEV_EXPOSE =
      LIST.add(
          Setting.flag(
              "GLEBE_DEV_EXPOSE",
              false,
              "open the development profile, in which everybody can sign in as any user, beyond the loopback"
                  + " interface"));

  public static final Setting<Integer> HTTP_PORT =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_PORT",
              8080,
              0,
              65535,
              "port of the HTTP server; 0 picks free ports for everything"));

  public static final Setting<Optional<String>> HTTP_CERTIFICATE =
      LIST.add(
          Setting.optional(
              "GLEBE_HTTP_CERTIFICATE",
              "file (PEM) of the certificate chain with which the platform serves HTTPS by itself;"
                  + " default no encryption"));

  public static final Setting<Optional<String>> HTTP_KEY =
      LIST.add(
          Setting.optional(
              "GLEBE_HTTP_KEY", "file (PEM, PKCS#8) of the private key of that certificate"));

  public static final Setting<Duration> CERTIFICATE_INTERVAL =
      LIST.add(
          Setting.duration(
              "GLEBE_CERTIFICATE_INTERVAL",
              "10s",
              "how often the certificate files are looked at; changed ones are served without a"
                  + " restart"));

  public static final Setting<Optional<URI>> BASE_URL =
      LIST.add(
          Setting.uri(
              "GLEBE_BASE_URL",
              "address of the platform in links; default what a trusted proxy or the Host header"
                  + " say"));

  public static final Setting<List<String>> HTTP_NAMES =
      LIST.add(
          Setting.list(
              "GLEBE_HTTP_NAMES",
              "",
              "more host names by which clients call the platform, beside that of GLEBE_BASE_URL"));

  public static final Setting<AddressRanges> TRUST_FORWARDED =
      LIST.add(
          Setting.proxies(
              "GLEBE_TRUST_FORWARDED",
              "addresses or ranges of proxies whose Forwarded and X-Forwarded-* are believed, such"
                  + " as 127.0.0.1,10.0.0.0/8"));

  public static final Setting<Integer> HTTP_LOOPS =
      LIST.add(
          Setting.integer(
              "GLEBE_HTTP_LOOPS", 0, 0, 256, "event loops that serve HTTP; 0 means one per core"));

  public static final Setting<Integer> READS =
      LIST.add(
          Setting.integer(
              "GLEBE_READS",
              256,
              1,
              1_000_000,
              "reads in progress, of the farm API and of the sensor service each; more wait"));

  public static final Setting<Integer> READS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_READS_PER_CALLER",
              0,
              0,
              1_000_000,
              "of these, reads of one caller; more wait, callers in turn; 0 means 16 per core"));

  public static final Setting<Long> MAX_BODY_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_MAX_BODY_BYTES",
              "4M",
              "largest buffered request body; uploads that stream have limits of their own"));

  public static final Setting<Long> MAX_UPLOAD_BYTES =
      LIST.add(Setting.bytes("GLEBE_MAX_UPLOAD_BYTES", "4G", "largest streamed request body"));

  public static final Setting<Duration> IDLE_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_IDLE_TIMEOUT", "75s", "a connection without traffic is closed after this"));

  public static final Setting<Duration> DRAIN_TIMEOUT =
      LIST.add(
          Setting.duration(
              "GLEBE_DRAIN_TIMEOUT",
              "20s",
              "how long a stopping process waits for requests under way"));

  public static final Setting<List<String>> CORS_ORIGINS =
      LIST.add(
          Setting.list(
              "GLEBE_CORS_ORIGINS",
              "*",
              "origins allowed to call from browsers; empty switches CORS off"));

  public static final Setting<List<String>> CORS_METHODS =
      LIST.add(
          Setting.list(
              "GLEBE_CORS_METHODS",
              "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS",
              "methods that browsers of other origins may use"));

  public static final Setting<Duration> SLOW_REQUEST =
      LIST.add(
          Setting.duration(
              "GLEBE_SLOW_REQUEST",
              "5s",
              "requests whose answer begins later are logged with the times of their stages; 0 for"
                  + " none"));

  public static final Setting<Boolean> ACCESS_LOG =
      LIST.add(
          Setting.flag(
              "GLEBE_ACCESS_LOG",
              true,
              "one log line per request, without tokens or personal data"));

  public static final Setting<List<String>> RATE_LIMITS =
      LIST.add(
          Setting.list(
              "GLEBE_RATE_LIMITS",
              "farm=3000000,spatio=6000000,sensor=3000000,root=3000000,identity=12000,"
                  + "series=600000,upload=600000,batch=300000,refused=60000/10000",
              "requests a minute of one caller, such as farm=6000,spatio=60000/2000 (and at once,"
                  + " behind the slash), for farm, spatio, sensor, root, identity (sign-in and"
                  + " tokens, by address), and for the classes tile, series, upload and batch, which"
                  + " else count in their area; beyond refused (without a caller, by address) their"
                  + " connections pause; empty limits nobody"));

  public static final Setting<Long> BYTE_RATE =
      LIST.add(
          Setting.bytes(
              "GLEBE_BYTE_RATE",
              "0",
              "bytes of bodies and responses that one caller may transfer in a second; beyond it"
                  + " bodies are read more slowly and requests get 429; 0 limits nobody"));

  public static final Setting<Long> BYTE_BURST =
      LIST.add(
          Setting.bytes(
              "GLEBE_BYTE_BURST", "64M", "bytes that he may transfer at once, beyond that rate"));

  public static final Setting<Long> BODY_BYTE_RATE =
      LIST.add(
          Setting.bytes(
              "GLEBE_BODY_BYTE_RATE",
              "32M",
              "bytes of request bodies that one caller may send in a second, without files of"
                  + " uploads and attachments; beyond it they are read more slowly; 0 limits nobody"));

  public static final Setting<Long> UPLOAD_BYTE_RATE =
      LIST.add(
          Setting.bytes(
              "GLEBE_UPLOAD_BYTE_RATE",
              "0",
              "the same of files of uploads and attachments; 0 limits nobody"));

  public static final Setting<Integer> KNOWN_ADDRESSES =
      LIST.add(
          Setting.integer(
              "GLEBE_KNOWN_ADDRESSES",
              4096,
              0,
              1_000_000,
              "parsed URLs of tiles that are kept for repeated requests"));

  public static final Setting<Boolean> FASTPATH =
      LIST.add(
          Setting.flag(
              "GLEBE_HTTP_FASTPATH",
              true,
              "serve cached tiles before Vert.x creates a request; false serves them as all other"
                  + " responses"));

  public static final Setting<Boolean> OPEN_OPS =
      LIST.add(
          Setting.flag(
              "GLEBE_OPEN_OPS",
              false,
              "answer /health and /metrics without a token beyond the loopback interface"));

  private HttpSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
