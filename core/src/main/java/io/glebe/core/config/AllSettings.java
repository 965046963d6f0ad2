package io.glebe.core.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one list of settings. A new setting is a new constant here, in the group where people would
 * look for it.
 */
public final class AllSettings {
  private static final List<Setting<?>> LIST = new ArrayList<>();

  // The process
  public static final Setting<Profile> PROFILE =
      add(
          Setting.choice(
              "GLEBE_PROFILE",
              Profile.DEVELOPMENT,
              "development brings stand-ins for identity and partner; production refuses them"));
  public static final Setting<Path> DATA_DIR =
      add(Setting.path("GLEBE_DATA_DIR", "./data", "folder of everything the process keeps"));
  public static final Setting<Optional<String>> CONFIG =
      add(
          Setting.optional(
              "GLEBE_CONFIG", "settings file; default glebe.properties in the data folder"));
  public static final Setting<Optional<String>> CACHE_DIR =
      add(
          Setting.optional(
              "GLEBE_CACHE_DIR", "folder for unpacked programs; default the user's cache folder"));
  public static final Setting<Boolean> SAMPLE =
      add(Setting.flag("GLEBE_SAMPLE", true, "load the sample farm into a new data folder"));
  public static final Setting<List<String>> AREAS =
      add(
          Setting.list(
              "GLEBE_AREAS",
              "all",
              "API areas this process serves: all, or names such as farm,spatio,ops"));
  public static final Setting<Optional<String>> JVM_OPTS =
      add(
          Setting.optional(
              "GLEBE_JVM_OPTS", "more options for the Java process, used by the launcher"));
  public static final Setting<Optional<String>> SHARED_DATA =
      add(
          Setting.optional(
              "GLEBE_SHARED_DATA", "folder of shared sample data, used by tests and benchmarks"));

  public static final Setting<LogFormat> LOG_FORMAT =
      add(
          Setting.choice(
              "GLEBE_LOG_FORMAT",
              LogFormat.TEXT,
              "log lines for people or one JSON object per line"));
  public static final Setting<LogLevel> LOG_LEVEL =
      add(
          Setting.choice(
              "GLEBE_LOG_LEVEL", LogLevel.INFO, "least severe log line that is written"));

  public static final Setting<Long> LOG_FILE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_LOG_FILE_BYTES",
              "10M",
              "size at which the log file in the data folder is followed by a new one; 0 writes no"
                  + " file"));
  public static final Setting<Integer> LOG_FILES =
      add(
          Setting.integer(
              "GLEBE_LOG_FILES", 4, 1, 20, "full log files that are kept beside the current one"));

  // HTTP
  public static final Setting<Optional<String>> HTTP_HOST =
      add(
          Setting.optional(
              "GLEBE_HTTP_HOST",
              "address the HTTP server listens on; default the loopback interface in development,"
                  + " all interfaces in production"));
  public static final Setting<Boolean> DEV_EXPOSE =
      add(
          Setting.flag(
              "GLEBE_DEV_EXPOSE",
              false,
              "open the development profile, in which anybody can be anybody, beyond the loopback"
                  + " interface"));
  public static final Setting<Integer> HTTP_PORT =
      add(
          Setting.integer(
              "GLEBE_HTTP_PORT",
              8080,
              0,
              65535,
              "port of the HTTP server; 0 picks free ports for everything"));
  public static final Setting<Optional<String>> HTTP_CERTIFICATE =
      add(
          Setting.optional(
              "GLEBE_HTTP_CERTIFICATE",
              "file (PEM) of the certificate chain with which the platform serves HTTPS by itself;"
                  + " default no encryption"));
  public static final Setting<Optional<String>> HTTP_KEY =
      add(
          Setting.optional(
              "GLEBE_HTTP_KEY", "file (PEM, PKCS#8) of the private key of that certificate"));
  public static final Setting<Duration> CERTIFICATE_INTERVAL =
      add(
          Setting.duration(
              "GLEBE_CERTIFICATE_INTERVAL",
              "10s",
              "how often the certificate files are looked at; changed ones are served without a"
                  + " restart"));
  public static final Setting<Optional<URI>> BASE_URL =
      add(
          Setting.uri(
              "GLEBE_BASE_URL",
              "address of the platform in links; default what a trusted proxy or the Host header"
                  + " say"));
  public static final Setting<List<String>> HTTP_NAMES =
      add(
          Setting.list(
              "GLEBE_HTTP_NAMES",
              "",
              "more host names by which clients call the platform, beside that of GLEBE_BASE_URL"));
  public static final Setting<AddressRanges> TRUST_FORWARDED =
      add(
          Setting.proxies(
              "GLEBE_TRUST_FORWARDED",
              "addresses or ranges of proxies whose Forwarded and X-Forwarded-* are believed, such"
                  + " as 127.0.0.1,10.0.0.0/8"));
  public static final Setting<Integer> HTTP_LOOPS =
      add(
          Setting.integer(
              "GLEBE_HTTP_LOOPS", 0, 0, 256, "event loops that serve HTTP; 0 means one per core"));
  public static final Setting<Long> MAX_BODY_BYTES =
      add(
          Setting.bytes(
              "GLEBE_MAX_BODY_BYTES",
              "4M",
              "largest buffered request body; uploads that stream have limits of their own"));
  public static final Setting<Long> MAX_UPLOAD_BYTES =
      add(Setting.bytes("GLEBE_MAX_UPLOAD_BYTES", "4G", "largest streamed request body"));
  public static final Setting<Duration> IDLE_TIMEOUT =
      add(
          Setting.duration(
              "GLEBE_IDLE_TIMEOUT", "75s", "a connection without traffic is closed after this"));
  public static final Setting<Duration> DRAIN_TIMEOUT =
      add(
          Setting.duration(
              "GLEBE_DRAIN_TIMEOUT",
              "20s",
              "how long a stopping process waits for requests under way"));
  public static final Setting<List<String>> CORS_ORIGINS =
      add(
          Setting.list(
              "GLEBE_CORS_ORIGINS",
              "*",
              "origins allowed to call from browsers; empty switches CORS off"));
  public static final Setting<List<String>> CORS_METHODS =
      add(
          Setting.list(
              "GLEBE_CORS_METHODS",
              "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS",
              "methods that browsers of other origins may use"));
  public static final Setting<Boolean> ACCESS_LOG =
      add(
          Setting.flag(
              "GLEBE_ACCESS_LOG",
              true,
              "one log line per request, without tokens or personal data"));
  public static final Setting<List<String>> RATE_LIMITS =
      add(
          Setting.list(
              "GLEBE_RATE_LIMITS",
              "farm=3000000,spatio=6000000,sensor=3000000,root=3000000,identity=12000",
              "requests a minute of one caller, such as farm=6000,spatio=60000/2000 (and at once,"
                  + " behind the slash), for farm, spatio, sensor, root and identity (sign-in and"
                  + " tokens, by address); empty limits nobody"));
  public static final Setting<Integer> KNOWN_ADDRESSES =
      add(
          Setting.integer(
              "GLEBE_KNOWN_ADDRESSES",
              4096,
              0,
              1_000_000,
              "addresses of tiles that are kept taken apart, for those who ask again"));
  public static final Setting<Boolean> OPEN_OPS =
      add(
          Setting.flag(
              "GLEBE_OPEN_OPS",
              false,
              "answer /health and /metrics without a token beyond the loopback interface"));

  // Stores
  public static final Setting<Optional<String>> DATABASE_URL =
      add(
          Setting.secret(
              "GLEBE_DATABASE_URL",
              "",
              "postgresql://user:password@host:port/name; default an embedded PostgreSQL"));
  public static final Setting<Integer> DATABASE_POOL =
      add(
          Setting.integer(
              "GLEBE_DATABASE_POOL",
              16,
              1,
              500,
              "connections for transactions of requests; at most as many again for their reads"));
  public static final Setting<Integer> DATABASE_BACKGROUND_POOL =
      add(
          Setting.integer(
              "GLEBE_DATABASE_BACKGROUND_POOL", 4, 1, 500, "connections for jobs and ingestion"));
  public static final Setting<Integer> DATABASE_WAITERS =
      add(
          Setting.integer(
              "GLEBE_DATABASE_WAITERS",
              2000,
              1,
              1_000_000,
              "requests that may wait for a connection before the answer is 503"));
  public static final Setting<Duration> DATABASE_WAIT =
      add(
          Setting.duration(
              "GLEBE_DATABASE_WAIT", "10s", "how long a request may wait for a connection"));
  public static final Setting<Optional<String>> ZARR_URL =
      add(
          Setting.optional(
              "GLEBE_ZARR_URL",
              "where cubes are kept, file: or s3:; default files in the data folder"));
  public static final Setting<Optional<String>> BLOBS_URL =
      add(
          Setting.optional(
              "GLEBE_BLOBS_URL",
              "where attachments are kept, file: or s3:; default files in the data folder"));
  public static final Setting<Long> ATTACHMENT_BYTES =
      add(Setting.bytes("GLEBE_ATTACHMENT_BYTES", "200M", "largest attachment of a record"));
  public static final Setting<List<String>> ATTACHMENT_TYPES =
      add(
          Setting.list(
              "GLEBE_ATTACHMENT_TYPES",
              "image/*,video/*,audio/*,text/*,application/*",
              "media types that attachments may have"));
  public static final Setting<Integer> ATTACHMENT_UPLOADS =
      add(
          Setting.integer(
              "GLEBE_ATTACHMENT_UPLOADS",
              200,
              1,
              10_000,
              "uploads of attachments under way in a process; more are told to come back"));
  public static final Setting<Integer> ATTACHMENT_WRITES =
      add(
          Setting.integer(
              "GLEBE_ATTACHMENT_WRITES",
              4,
              1,
              1000,
              "attachments that are brought to disk at the same time; others wait their turn"));

  // Cubes
  public static final Setting<Long> CHUNK_CACHE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_CHUNK_CACHE_BYTES",
              "192M",
              "decoded chunks kept off the heap; a quarter more is reserved for those in use"));
  public static final Setting<Integer> UPLOADS_AT_A_TIME =
      add(
          Setting.integer(
              "GLEBE_UPLOADS_AT_A_TIME",
              4,
              1,
              1000,
              "uploads of layer data under way in a process; more are told to come back"));
  public static final Setting<Duration> CUBE_RETENTION =
      add(
          Setting.duration(
              "GLEBE_CUBE_RETENTION",
              "7d",
              "how long earlier states of a cube can be read (asOf) and restored; then their room"
                  + " is given back"));
  public static final Setting<Long> TILE_CACHE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_TILE_CACHE_BYTES",
              "64M",
              "rendered tiles kept off the heap; up to 16M more hold those still being sent"));

  public static final Setting<Long> SERIES_BYTES =
      add(
          Setting.bytes(
              "GLEBE_SERIES_BYTES", "8G", "decoded bytes that one aggregation may read at once"));
  public static final Setting<Integer> SERIES_CHUNKS =
      add(
          Setting.integer(
              "GLEBE_SERIES_CHUNKS",
              200_000,
              1,
              100_000_000,
              "chunks that one aggregation may read at once"));
  public static final Setting<Integer> SERIES_SAMPLES =
      add(
          Setting.integer(
              "GLEBE_SERIES_SAMPLES",
              4_000_000,
              1,
              32_000_000,
              "values of one bucket held for medians and percentiles, up to 28 bytes each"));
  public static final Setting<Integer> SERIES_RUNNING =
      add(
          Setting.integer(
              "GLEBE_SERIES_RUNNING", 32, 1, 10_000, "aggregations answered at the same time"));
  public static final Setting<Integer> SERIES_VERTICES =
      add(
          Setting.integer(
              "GLEBE_SERIES_VERTICES",
              20_000,
              3,
              100_000,
              "positions of an area that is sent for an aggregation"));
  public static final Setting<Long> VECTOR_TILE_CACHE_BYTES =
      add(Setting.bytes("GLEBE_VECTOR_TILE_CACHE_BYTES", "32M", "finished vector tiles kept"));
  public static final Setting<Long> SHAPE_CACHE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_SHAPE_CACHE_BYTES", "48M", "features kept simplified for vector tiles"));
  public static final Setting<Integer> VECTOR_TILE_FEATURES =
      add(
          Setting.integer(
              "GLEBE_VECTOR_TILE_FEATURES",
              10_000,
              1,
              100_000,
              "features of a vector tile; beyond, the smallest are left out"));
  public static final Setting<Integer> LOAD_FEATURES =
      add(
          Setting.integer(
              "GLEBE_LOAD_FEATURES", 1_000_000, 1, 100_000_000, "features of one body"));
  public static final Setting<Long> FEATURE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_FEATURE_BYTES",
              "16M",
              "one feature of a body, and everything else in the body together"));
  public static final Setting<Long> PAGE_BYTES =
      add(
          Setting.bytes(
              "GLEBE_PAGE_BYTES", "32M", "a page of features; it ends early beyond, with a link"));
  public static final Setting<Integer> FILTER_SCANNED =
      add(
          Setting.integer(
              "GLEBE_FILTER_SCANNED",
              500_000,
              1_000,
              100_000_000,
              "features that a filter looks at for one page, where SQL cannot decide alone"));
  public static final Setting<Integer> CATALOGUE_ITEMS =
      add(
          Setting.integer(
              "GLEBE_CATALOGUE_ITEMS",
              200_000,
              1_000,
              100_000_000,
              "items of the STAC catalogue that one request looks at"));
  public static final Setting<Integer> STYLE_LAYERS =
      add(
          Setting.integer(
              "GLEBE_STYLE_LAYERS", 1_000, 1, 100_000, "layers of a map style document"));
  public static final Setting<Integer> MAP_FEATURES =
      add(
          Setting.integer(
              "GLEBE_MAP_FEATURES",
              10_000,
              1,
              1_000_000,
              "features drawn on a rendered map; beyond, the smallest are left out"));
  public static final Setting<Integer> MAP_SIDE =
      add(
          Setting.integer(
              "GLEBE_MAP_SIDE", 4096, 1, 4096, "most pixels along an edge of a rendered map"));
  public static final Setting<Integer> MAP_PIXELS =
      add(
          Setting.integer(
              "GLEBE_MAP_PIXELS", 4_194_304, 1, 16_777_216, "most pixels of a rendered map"));
  public static final Setting<Integer> TILESETS =
      add(
          Setting.integer(
              "GLEBE_TILESETS", 1_000, 1, 1_000_000, "tilesets that a collection may have"));

  public static final Setting<Integer> JOB_TILES =
      add(
          Setting.integer(
              "GLEBE_JOB_TILES", 500_000, 1, 10_000_000, "tiles that one bulk job may make"));
  public static final Setting<Long> JOB_OUTPUT_BYTES =
      add(Setting.bytes("GLEBE_JOB_OUTPUT_BYTES", "8G", "bytes that one bulk job may make"));
  public static final Setting<Long> JOB_SERIES_BYTES =
      add(
          Setting.bytes(
              "GLEBE_JOB_SERIES_BYTES", "512G", "decoded bytes that one aggregating job may read"));
  public static final Setting<Integer> JOBS_RUNNING =
      add(
          Setting.integer(
              "GLEBE_JOBS_RUNNING", 2, 1, 1000, "bulk jobs worked on at the same time"));
  public static final Setting<Integer> JOBS_WAITING =
      add(
          Setting.integer(
              "GLEBE_JOBS_WAITING",
              100,
              0,
              100_000,
              "bulk jobs that may wait before the answer is 429"));
  public static final Setting<Duration> JOB_RETENTION =
      add(
          Setting.duration(
              "GLEBE_JOB_RETENTION", "7d", "how long a bulk job that has ended is kept"));

  public static final Setting<Boolean> WARM_UP =
      add(
          Setting.flag(
              "GLEBE_WARM_UP",
              true,
              "compile the render loops: scalar ones before readiness, vectors after it"));

  // Identity
  public static final Setting<Optional<URI>> IDENTITY_ISSUER =
      add(
          Setting.uri(
              "GLEBE_IDENTITY_ISSUER",
              "issuer of access tokens (OpenID Connect discovery); default the development"
                  + " identity"));
  public static final Setting<Optional<String>> DEV_TOKEN =
      add(
          Setting.secret(
              "GLEBE_DEV_TOKEN",
              "glebe-dev-token",
              "fixed token of the development profile for the spatio-temporal and sensor API"));
  public static final Setting<String> IDENTITY_SCOPES =
      add(
          Setting.text(
              "GLEBE_IDENTITY_SCOPES",
              "farm-api: farm-read=*:read farm-write=*:create|*:update|*:delete;"
                  + " spatio-api: spatio-read=*:read spatio-write=*:create|*:update|*:delete;"
                  + " sensor-api: sensor-read=*:read sensor-write=*:create|*:update|*:delete",
              "scopes that count at each API and the permissions they open"));
  public static final Setting<Duration> IDENTITY_SKEW =
      add(
          Setting.duration(
              "GLEBE_IDENTITY_SKEW", "30s", "how far the identity provider's clock may differ"));
  public static final Setting<Duration> IDENTITY_KEY_INTERVAL =
      add(
          Setting.duration(
              "GLEBE_IDENTITY_KEY_INTERVAL",
              "10s",
              "least time between two fetches of the identity provider's keys"));
  public static final Setting<Duration> IDENTITY_KEY_AGE =
      add(
          Setting.duration(
              "GLEBE_IDENTITY_KEY_AGE",
              "10m",
              "age from which the identity provider's keys are fetched again"));
  public static final Setting<Integer> IDENTITY_TOKENS =
      add(
          Setting.integer(
              "GLEBE_IDENTITY_TOKENS",
              20_000,
              1,
              10_000_000,
              "checked tokens that are remembered until they expire"));
  public static final Setting<Integer> BRAKE_FAILURES =
      add(
          Setting.integer(
              "GLEBE_BRAKE_FAILURES",
              20,
              0,
              1_000_000,
              "wrong passwords of an account at an address before tries are slowed (429); 5 times"
                  + " as many for codes, for an address and for an account, 50 times for unknown"
                  + " tokens; 0 never slows"));
  public static final Setting<Duration> BRAKE_LONGEST =
      add(
          Setting.duration(
              "GLEBE_BRAKE_LONGEST",
              "1m",
              "longest time until the next try; it doubles from 1 s with every failure"));
  public static final Setting<Duration> BRAKE_QUIET =
      add(
          Setting.duration(
              "GLEBE_BRAKE_QUIET", "15m", "time without a failure after which none counts"));
  public static final Setting<Duration> IDENTITY_SIGN_IN_INTERVAL =
      add(
          Setting.duration(
              "GLEBE_IDENTITY_SIGN_IN_INTERVAL",
              "1h",
              "least time between two notes of a person's sign-in (User.lastSignInAt)"));
  public static final Setting<Optional<String>> FIRST_ADMINISTRATOR =
      add(
          Setting.optional(
              "GLEBE_FIRST_ADMINISTRATOR",
              "subject (sub) of the first administrator; used once, while there is none"));

  // Console
  public static final Setting<Duration> CONSOLE_SESSION =
      add(
          Setting.duration(
              "GLEBE_CONSOLE_SESSION", "8h", "life of a sign-in at the console without a request"));
  public static final Setting<String> CONSOLE_CLIENT =
      add(
          Setting.text(
              "GLEBE_CONSOLE_CLIENT",
              "glebe-console",
              "client id of the console at the identity provider"));
  public static final Setting<Optional<String>> CONSOLE_KEY =
      add(
          Setting.secret(
              "GLEBE_CONSOLE_KEY",
              "",
              "private JWK by which the console proves itself (private_key_jwt); default a public"
                  + " client with PKCE"));

  // Records
  public static final Setting<Optional<String>> VOCABULARY_FILE =
      add(
          Setting.optional(
              "GLEBE_VOCABULARY_FILE",
              "SKOS or SKOS-XL labels of concepts as N-Triples (.nt) or RDF/XML (.rdf, .xml),"
                  + " also .gz or .zip, such as a dump of AGROVOC"));
  public static final Setting<Long> VOCABULARY_BYTES =
      add(
          Setting.bytes(
              "GLEBE_VOCABULARY_BYTES",
              "8G",
              "largest size of that file, expanded from .gz or .zip"));
  public static final Setting<Integer> VOCABULARY_RATIO =
      add(
          Setting.integer(
              "GLEBE_VOCABULARY_RATIO",
              100,
              1,
              2000,
              "how many times as large as the packed file it may be then; always up to 64 MiB"));
  public static final Setting<List<String>> VOCABULARY_LANGUAGES =
      add(
          Setting.list(
              "GLEBE_VOCABULARY_LANGUAGES",
              "",
              "languages kept of that file, such as en,sl; empty keeps all"));
  public static final Setting<UnknownAttributes> RECORDS_UNKNOWN_ATTRIBUTES =
      add(
          Setting.choice(
              "GLEBE_RECORDS_UNKNOWN_ATTRIBUTES",
              UnknownAttributes.KEEP,
              "attributes that the data model does not know are kept or refused"));
  public static final Setting<Integer> CHANGE_STREAMS =
      add(
          Setting.integer(
              "GLEBE_CHANGE_STREAMS",
              1000,
              1,
              100_000,
              "streams of changes that one process holds open, with one page in memory each"));

  // MQTT
  public static final Setting<Optional<String>> MQTT_HOST =
      add(
          Setting.optional(
              "GLEBE_MQTT_HOST",
              "address the MQTT endpoint with TLS listens on; default the loopback interface in"
                  + " development, all interfaces in production"));
  public static final Setting<Integer> MQTTS_PORT =
      add(
          Setting.integer(
              "GLEBE_MQTTS_PORT", 8883, 0, 65535, "port of the MQTT endpoint with TLS"));
  public static final Setting<Integer> MQTT_PORT =
      add(
          Setting.integer(
              "GLEBE_MQTT_PORT",
              1883,
              0,
              65535,
              "port of the MQTT endpoint without TLS; only on the loopback interface and in the"
                  + " development profile"));
  public static final Setting<Optional<String>> MQTT_CERTIFICATE =
      add(
          Setting.optional(
              "GLEBE_MQTT_CERTIFICATE",
              "file (PEM) of the MQTT endpoint's certificate chain; default one of its own"));
  public static final Setting<Optional<String>> MQTT_KEY =
      add(
          Setting.optional(
              "GLEBE_MQTT_KEY", "file (PEM, PKCS#8) of the private key of that certificate"));
  public static final Setting<Optional<String>> MQTT_BROKER_CA =
      add(
          Setting.optional(
              "GLEBE_MQTT_BROKER_CA",
              "file (PEM) of the authority of the outside MQTT broker; default those Java trusts"));
  public static final Setting<Optional<String>> MQTT_BROKER_USER =
      add(Setting.optional("GLEBE_MQTT_BROKER_USER", "user name at the outside MQTT broker"));
  public static final Setting<Optional<String>> MQTT_BROKER_PASSWORD =
      add(Setting.secret("GLEBE_MQTT_BROKER_PASSWORD", "", "password of that user name"));

  // Sensors
  public static final Setting<Integer> SENSOR_RETENTION_DAYS =
      add(
          Setting.integer(
              "GLEBE_SENSOR_RETENTION_DAYS",
              0,
              0,
              36_500,
              "days after which observations go; 0 keeps them; a datastream's"
                  + " properties.retentionDays goes before"));
  public static final Setting<Duration> SENSOR_QUERY_LIMIT =
      add(
          Setting.duration(
              "GLEBE_SENSOR_QUERY_LIMIT",
              "20s",
              "longest time the database works on one read of the sensor service"));

  // Neighbours
  public static final Setting<Optional<String>> MQTT_BROKER =
      add(
          Setting.optional(
              "GLEBE_MQTT_BROKER",
              "outside MQTT broker to bridge to, as mqtts://host:port; default the built-in"
                  + " endpoint"));
  public static final Setting<Optional<URI>> PARTNER_URL =
      add(
          Setting.uri(
              "GLEBE_PARTNER_URL",
              "API of the partner's machine-data platform; default the sandbox partner in"
                  + " development, none in production"));
  public static final Setting<String> PARTNER_NAME =
      add(
          Setting.text(
              "GLEBE_PARTNER_NAME", "partner", "externalProvider of records imported from there"));
  public static final Setting<Optional<URI>> PARTNER_AUTHORIZE_URL =
      add(
          Setting.uri(
              "GLEBE_PARTNER_AUTHORIZE_URL",
              "where a person allows the connection to the partner"));
  public static final Setting<Optional<URI>> PARTNER_TOKEN_URL =
      add(Setting.uri("GLEBE_PARTNER_TOKEN_URL", "token endpoint of the partner"));
  public static final Setting<Optional<String>> PARTNER_CLIENT_ID =
      add(Setting.optional("GLEBE_PARTNER_CLIENT_ID", "client id of this platform at the partner"));
  public static final Setting<Optional<String>> PARTNER_CLIENT_SECRET =
      add(Setting.secret("GLEBE_PARTNER_CLIENT_SECRET", "", "secret of that client"));
  public static final Setting<Optional<String>> PARTNER_KEYS =
      add(
          Setting.secret(
              "GLEBE_PARTNER_KEYS",
              "",
              "keys of 32 bytes in base64 that seal the partner's tokens, comma-separated; the"
                  + " first one seals, older ones behind it still open"));
  public static final Setting<PartnerPaging> PARTNER_PAGING =
      add(
          Setting.choice(
              "GLEBE_PARTNER_PAGING",
              PartnerPaging.LINKS,
              "where the partner names the next page: member links, header Link, or member"
                  + " nextPageToken"));
  public static final Setting<Duration> PARTNER_TIMEOUT =
      add(
          Setting.duration(
              "GLEBE_PARTNER_TIMEOUT", "10s", "longest wait for one answer of the partner"));
  public static final Setting<Integer> PARTNER_IMPORT_RECORDS =
      add(
          Setting.integer(
              "GLEBE_PARTNER_IMPORT_RECORDS",
              2000,
              1,
              20_000,
              "most records of one import from the partner"));

  private AllSettings() {}

  /** What becomes of attributes that the data model does not know. */
  public enum UnknownAttributes {
    KEEP,
    REFUSE
  }

  /** How the partner's lists go on. */
  public enum PartnerPaging {
    LINKS,
    HEADER,
    TOKEN
  }

  /** The form of log lines. */
  public enum LogFormat {
    TEXT,
    JSON
  }

  /** Severities of log lines. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  /** All settings in the order of declaration. */
  public static List<Setting<?>> list() {
    return List.copyOf(LIST);
  }

  private static <T> Setting<T> add(Setting<T> setting) {
    LIST.add(setting);
    return setting;
  }
}
