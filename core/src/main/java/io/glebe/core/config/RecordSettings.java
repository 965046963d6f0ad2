package io.glebe.core.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of records, vocabularies and change streams. */
public final class RecordSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<String>> VOCABULARY_FILE =
      LIST.add(
          Setting.optional(
              "GLEBE_VOCABULARY_FILE",
              "SKOS or SKOS-XL labels of concepts as N-Triples (.nt) or RDF/XML (.rdf, .xml),"
                  + " also .gz or .zip, such as a dump of AGROVOC"));

  public static final Setting<Long> VOCABULARY_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_VOCABULARY_BYTES",
              "8G",
              "largest size of that file, expanded from .gz or .zip"));

  public static final Setting<Integer> VOCABULARY_RATIO =
      LIST.add(
          Setting.integer(
              "GLEBE_VOCABULARY_RATIO",
              100,
              1,
              2000,
              "how many times as large as the packed file it may be then; always up to 64 MiB"));

  public static final Setting<List<String>> VOCABULARY_LANGUAGES =
      LIST.add(
          Setting.list(
              "GLEBE_VOCABULARY_LANGUAGES",
              "",
              "languages kept of that file, such as en,sl; empty keeps all"));

  public static final Setting<UnknownAttributes> RECORDS_UNKNOWN_ATTRIBUTES =
      LIST.add(
          Setting.choice(
              "GLEBE_RECORDS_UNKNOWN_ATTRIBUTES",
              UnknownAttributes.KEEP,
              "whether attributes outside the data model are stored or refused"));

  public static final Setting<Integer> CHANGE_STREAMS =
      LIST.add(
          Setting.integer(
              "GLEBE_CHANGE_STREAMS",
              1000,
              1,
              100_000,
              "open change streams of a process, with one page in memory each"));

  public static final Setting<Integer> CHANGE_STREAMS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_CHANGE_STREAMS_PER_CALLER",
              250,
              1,
              100_000,
              "of these, streams of one caller; more get 429"));

  public static final Setting<Integer> BATCHES =
      LIST.add(
          Setting.integer(
              "GLEBE_BATCHES",
              64,
              1,
              10_000,
              "batches of records and of sensors that a process executes, each; more get 503"));

  public static final Setting<Integer> BATCHES_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_BATCHES_PER_CALLER",
              16,
              1,
              10_000,
              "of these, batches of one caller; more get 429"));

  public static final Setting<Long> BATCH_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_BATCH_BYTES", "16M", "most bytes of the body of a batch of records"));

  public static final Setting<Integer> BATCH_OPERATIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_BATCH_OPERATIONS",
              1_000,
              1,
              100_000,
              "operations of one batch of records or of sensors; more are refused before any is"
                  + " applied"));

  public static final Setting<Integer> BATCH_RESULT_CHARACTERS =
      LIST.add(
          Setting.integer(
              "GLEBE_BATCH_RESULT_CHARACTERS",
              16 << 20,
              64 << 10,
              1 << 30,
              "characters of the results of a batch of records; the operations after it are refused"
                  + " with RETRY"));

  public static final Setting<Long> RECORD_PAGE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_RECORD_PAGE_BYTES",
              "4M",
              "a page of records; it ends early beyond, but has one record in any case"));

  public static final Setting<Long> RECORD_TREE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_RECORD_TREE_BYTES",
              "32M",
              "records that one request needs at once, such as a tree of regions; more get 413"));

  public static final Setting<Duration> RECORD_QUERY_LIMIT =
      LIST.add(
          Setting.duration(
              "GLEBE_RECORD_QUERY_LIMIT",
              "20s",
              "longest time the database works on one statement of the farm API that is no page or"
                  + " record of one collection, such as a tree of regions"));

  private RecordSettings() {}

  /** The handling of attributes that the data model does not define. */
  public enum UnknownAttributes {
    KEEP,
    REFUSE
  }

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
