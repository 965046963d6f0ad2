package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the database, the object stores and the content of attachments. */
public final class StorageSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<String>> DATABASE_URL =
      LIST.add(
          Setting.secret(
              "GLEBE_DATABASE_URL",
              "",
              "postgresql://user:password@host:port/name; default an embedded PostgreSQL"));

  public static final Setting<Optional<String>> DATABASE_REPLICA_URL =
      LIST.add(
          Setting.secret(
              "GLEBE_DATABASE_REPLICA_URL",
              "",
              "postgresql://user:password@host:port/name of a replica for long reads; default none"));

  public static final Setting<Duration> DATABASE_REPLICA_WAIT =
      LIST.add(
          Setting.duration(
              "GLEBE_DATABASE_REPLICA_WAIT",
              "100ms",
              "1ms",
              "10s",
              "how long a read waits until the replica shows what was acknowledged before it"));

  public static final Setting<Integer> DATABASE_POOL =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_POOL",
              16,
              1,
              500,
              "connections for transactions of requests; at most as many again for their reads"));

  public static final Setting<Integer> DATABASE_BACKGROUND_POOL =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_BACKGROUND_POOL",
              4,
              1,
              500,
              "connections for jobs, loads of features and maintenance; loads use half of them"));

  public static final Setting<Integer> DATABASE_INGESTION_POOL =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_INGESTION_POOL",
              3,
              1,
              500,
              "connections that store observations, and are used for nothing else"));

  public static final Setting<Integer> DATABASE_WAITERS =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_WAITERS",
              2000,
              1,
              1_000_000,
              "requests that may wait for a connection before the response is 503"));

  public static final Setting<Integer> DATABASE_WAITERS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_WAITERS_PER_CALLER",
              1000,
              1,
              1_000_000,
              "writes, and long reads, of one caller that may wait; more get 429"));

  public static final Setting<Duration> DATABASE_WAIT =
      LIST.add(
          Setting.duration(
              "GLEBE_DATABASE_WAIT", "10s", "how long a request may wait for a connection"));

  public static final Setting<Duration> DATABASE_IDLE_TRANSACTION =
      LIST.add(
          Setting.duration(
              "GLEBE_DATABASE_IDLE_TRANSACTION",
              "60s",
              "how long a transaction may send nothing before the server ends it, so that a stopped"
                  + " process keeps no locks"));

  public static final Setting<Duration> SLOW_STATEMENT =
      LIST.add(
          Setting.duration(
              "GLEBE_SLOW_STATEMENT",
              "1s",
              "statements of the database that take longer are logged with their plan and without"
                  + " parameters; 0 for none"));

  public static final Setting<Integer> DATABASE_READS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_DATABASE_READS_PER_CALLER",
              0,
              0,
              500,
              "connections that long reads of one caller may use, of three quarters for all; 0 means one per core"));

  public static final Setting<Optional<String>> ZARR_URL =
      LIST.add(
          Setting.optional(
              "GLEBE_ZARR_URL",
              "where cubes are kept, file: or s3:; default files in the data folder"));

  public static final Setting<Optional<String>> BLOBS_URL =
      LIST.add(
          Setting.optional(
              "GLEBE_BLOBS_URL",
              "where attachments are kept, file: or s3:; default files in the data folder"));

  public static final Setting<Long> CHUNK_DISK_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_CHUNK_DISK_BYTES",
              "2G",
              "copies of chunks of a bucket on the disk of this machine, which a restarted process"
                  + " finds again; 0 for none"));

  public static final Setting<Optional<String>> CHUNK_DISK_FOLDER =
      LIST.add(
          Setting.optional(
              "GLEBE_CHUNK_DISK_FOLDER",
              "folder of these copies, for this process alone; default chunks in the data folder"));

  public static final Setting<Double> STORE_HEDGE =
      LIST.add(
          Setting.share(
              "GLEBE_STORE_HEDGE",
              "0.05",
              "share of the reads of a bucket that may be sent a second time, when they take longer"
                  + " than 95 of 100 others; 0 for none"));

  public static final Setting<Duration> STORE_HEDGE_AFTER =
      LIST.add(
          Setting.duration(
              "GLEBE_STORE_HEDGE_AFTER",
              "20ms",
              "1ms",
              "1m",
              "no read of a bucket is sent a second time before"));

  public static final Setting<Integer> STORE_CONNECTIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_STORE_CONNECTIONS",
              50,
              1,
              10_000,
              "connections to a bucket; other requests to it wait for one"));

  public static final Setting<Duration> STORE_CONNECT =
      LIST.add(
          Setting.duration(
              "GLEBE_STORE_CONNECT",
              "2s",
              "100ms",
              "1m",
              "how long a connection to a bucket may take to open"));

  public static final Setting<Duration> STORE_ATTEMPT =
      LIST.add(
          Setting.duration(
              "GLEBE_STORE_ATTEMPT",
              "30s",
              "100ms",
              "10m",
              "how long one request to a bucket may take"));

  public static final Setting<Duration> STORE_CALL =
      LIST.add(
          Setting.duration(
              "GLEBE_STORE_CALL",
              "1m",
              "100ms",
              "30m",
              "how long a request to a bucket may take with its repetitions"));

  public static final Setting<Integer> STORE_ATTEMPTS =
      LIST.add(
          Setting.integer(
              "GLEBE_STORE_ATTEMPTS",
              4,
              1,
              20,
              "how often a failed request to a bucket is sent at most, after random pauses"));

  public static final Setting<Long> STORE_PART_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_STORE_PART_BYTES",
              "16M",
              "5M",
              "1G",
              "larger objects are sent to a bucket in parts of this size"));

  public static final Setting<Long> ATTACHMENT_BYTES =
      LIST.add(Setting.bytes("GLEBE_ATTACHMENT_BYTES", "200M", "largest attachment of a record"));

  public static final Setting<List<String>> ATTACHMENT_TYPES =
      LIST.add(
          Setting.list(
              "GLEBE_ATTACHMENT_TYPES",
              "image/*,video/*,audio/*,text/*,application/*",
              "media types that attachments may have"));

  public static final Setting<Integer> ATTACHMENT_UPLOADS =
      LIST.add(
          Setting.integer(
              "GLEBE_ATTACHMENT_UPLOADS",
              200,
              1,
              10_000,
              "concurrent uploads of attachments in a process; more get 503 with Retry-After"));

  public static final Setting<Integer> ATTACHMENT_UPLOADS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_ATTACHMENT_UPLOADS_PER_CALLER",
              100,
              1,
              10_000,
              "of these, uploads of one caller; more get 429"));

  public static final Setting<Integer> ATTACHMENT_WRITES =
      LIST.add(
          Setting.integer(
              "GLEBE_ATTACHMENT_WRITES",
              2,
              1,
              1000,
              "attachments that are brought to disk at the same time; others wait their turn"));

  public static final Setting<Long> ATTACHMENT_UNFINISHED_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_ATTACHMENT_UNFINISHED_BYTES",
              "10G",
              "bytes of attachments that are announced and have not arrived as a whole; more get 503"));

  public static final Setting<Long> ATTACHMENT_UNFINISHED_BYTES_PER_CALLER =
      LIST.add(
          Setting.bytes(
              "GLEBE_ATTACHMENT_UNFINISHED_BYTES_PER_CALLER",
              "1G",
              "of these, bytes of one caller; more get 429"));

  public static final Setting<Duration> ATTACHMENT_UNFINISHED_AGE =
      LIST.add(
          Setting.duration(
              "GLEBE_ATTACHMENT_UNFINISHED_AGE",
              "3d",
              "1m",
              "30d",
              "how long the bytes of an unfinished attachment are kept after the last that arrived"));

  private StorageSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
