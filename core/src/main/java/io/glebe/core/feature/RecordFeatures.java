package io.glebe.core.feature;

import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.Filters;
import io.glebe.core.cql.Cql;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.memory.MemoryBudget;
import io.glebe.core.ogc.BoundingBoxes;
import io.glebe.core.ogc.FeatureDescription;
import io.glebe.core.ogc.FeaturePage;
import io.glebe.core.ogc.FeatureQuery;
import io.glebe.core.ogc.FeatureSource;
import io.glebe.core.ogc.OgcFeature;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.ParsedRecords;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.thread.OffLoop;
import io.glebe.core.time.DatetimeSyntax;
import io.glebe.core.time.Rfc3339;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.locationtech.jts.geom.Envelope;

/**
 * The records of a type as features, in the order of their ids. A walk over all pages returns each
 * feature that is not deleted exactly once, also during concurrent writes.
 */
public final class RecordFeatures implements FeatureSource {
  /** An interval has an end, as in the standard; times of records have microseconds. */
  public static final DatetimeSyntax DATETIME =
      new DatetimeSyntax(Rfc3339::instantOfQuery, Optional.of(ChronoUnit.MICROS), true);

  /** Features in memory at a time. */
  private static final int BATCH = 500;

  private static final int SMALL_BATCH_BYTES = 64 * 1024;
  private static final int LARGE_BATCH_BYTES = 1024 * 1024;

  /** A text is held as it came from the database, as a whole record and as it is written. */
  private static final int COPIES = 3;

  /** Records that need no more, trees included, need no lease. */
  private static final int SMALL_NEED = 512 * 1024;

  /** Maximum number of records that one page reads; the page then ends early with a cursor. */
  private static final int MAX_SCANNED = 500_000;

  /** Records among which the matches of all pages are counted. */
  private static final int MAX_COUNTED = 20_000;

  private static final UUID FIRST = new UUID(0, 0);

  private static final String STARTS = time("startsAt", "");
  private static final String ENDS =
      time(
          "endsAt",
          " + case when length(t.doc ->> 'endsAt') = 10 then interval '1 day' else '0' end");

  /** Properties in a table of the features, with their headings. */
  private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("name", "name");
    COLUMNS.put("startsAt", "from");
    COLUMNS.put("endsAt", "until");
  }

  private final RecordService records;
  private final FeatureKind kind;

  public RecordFeatures(RecordService records, FeatureKind kind) {
    this.records = records;
    this.kind = kind;
  }

  public FeatureKind kind() {
    return kind;
  }

  @Override
  public FeatureDescription description() {
    Set<String> parameters = new HashSet<>(Queryables.of(kind).keySet());
    parameters.remove("geometry"); // selected by bbox or in a filter
    return new FeatureDescription(kind.id(), kind.title(), parameters, COLUMNS);
  }

  /** Time as SQL; a day is a whole day in UTC. */
  private static String time(String attribute, String more) {
    String text = "t.doc ->> '" + attribute + "'";
    return "(case when length("
        + text
        + ") = 10 then ("
        + text
        + ") || 'T00:00:00Z' else "
        + text
        + " end)::timestamptz"
        + more;
  }

  /** Checks permission, filters and cursor at once: 403 or 400. */
  @Override
  public Future<FeaturePage> list(Caller caller, FeatureQuery query, MemoryBudget.Lease memory) {
    Map<String, String> listFilters = new TreeMap<>(query.values());
    listFilters.keySet().retainAll(Filters.of(kind.type().name()).keySet());
    Optional<FeatureFilter> filter =
        condition(query, listFilters.keySet()).map(cql -> new FeatureFilter(kind, cql));
    Conditions conditions = new Conditions(caller, query, listFilters, filter);
    select(conditions);
    UUID from =
        query
            .page()
            .cursor()
            .map(text -> RecordSelection.position(records, text, binding(query)))
            .map(UUID::fromString)
            .orElse(FIRST);
    return Future.succeededFuture(new Page(conditions, from, memory));
  }

  /** The text that a cursor is bound to: the query without the size of the page. */
  private String binding(FeatureQuery query) {
    return "features "
        + kind.id()
        + query.bbox()
        + query.interval()
        + new TreeMap<>(query.values())
        + query.filter();
  }

  /** The filter and the parameters that are no list filters of the records. */
  private Optional<Cql> condition(FeatureQuery query, Set<String> listFilters) {
    List<Cql> terms = new ArrayList<>(query.filter().stream().toList());
    new TreeMap<>(query.values())
        .forEach(
            (name, value) -> {
              if (!listFilters.contains(name)) {
                terms.add(Queryables.equal(kind, name, value));
              }
            });
    return terms.size() < 2 ? terms.stream().findFirst() : Optional.of(new Cql.And(terms));
  }

  /**
   * A checked query.
   *
   * @param listFilters values of the list filters of the records
   * @param filter the compiled condition, if there is one
   */
  private record Conditions(
      Caller caller,
      FeatureQuery query,
      Map<String, String> listFilters,
      Optional<FeatureFilter> filter) {

    /** Whether the rows of the database must be checked again. */
    boolean sifted() {
      return query.bbox().isPresent() || filter.filter(f -> !f.exact()).isPresent();
    }

    /** The database has compared bounding boxes; this compares the geometry. */
    boolean takes(RecordFeature feature) {
      return query.bbox().map(box -> feature.geometry().filter(box::touch).isPresent()).orElse(true)
          && filter.map(f -> f.matches(feature)).orElse(true);
    }
  }

  private RecordSelection select(Conditions conditions) {
    FeatureQuery query = conditions.query();
    RecordSelection selection =
        RecordSelection.records(conditions.caller(), kind.type())
            .filtered(conditions.listFilters());
    query.bbox().ifPresent(bbox -> within(selection, bbox));
    conditions.filter().ifPresent(condition -> condition.add(selection));
    query
        .interval()
        .ifPresent(
            window -> {
              window
                  .until()
                  .ifPresent(
                      u ->
                          selection.where(
                              unless("startsAt", STARTS + " <= {}::timestamptz"), at(u)));
              window.from().ifPresent(f -> selection.where(unless("endsAt", ends()), at(f)));
            });
    return selection;
  }

  /** An end that is a day reaches up to the next day and excludes it. */
  private static String ends() {
    return ENDS
        + " > {}::timestamptz - case when length(t.doc ->> 'endsAt') = 10 then interval '0' else"
        + " interval '1 microsecond' end";
  }

  private static String unless(String attribute, String condition) {
    return "not t.doc ? '" + attribute + "' or " + condition;
  }

  private static Object at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static void within(RecordSelection selection, BoundingBoxes bbox) {
    selection.then(" and (false");
    for (Envelope box : bbox.envelopes()) {
      selection.then(
          " or t.bbox && box(point({}::float8, {}::float8), point({}::float8, {}::float8))",
          box.getMinX(),
          box.getMinY(),
          box.getMaxX(),
          box.getMaxY());
    }
    selection.then(")");
  }

  /**
   * A page that reads the database in batches, at most the limit of its query. It holds one batch
   * at a time. Small batches need no lease of memory. While there is no memory for larger ones,
   * batches are small, and the page ends before a large record.
   */
  private final class Page implements FeaturePage {
    private final Conditions conditions;
    private final FeatureQuery query;
    private final MemoryBudget.Lease memory;
    private UUID last;

    /**
     * @param from the id after which the page starts
     */
    Page(Conditions conditions, UUID from, MemoryBudget.Lease memory) {
      this.conditions = conditions;
      this.query = conditions.query();
      this.last = from;
      this.memory = memory;
    }

    @Override
    public boolean isInMemory() {
      return false;
    }

    @Override
    public End read(Sink sink) throws IOException {
      int limit = query.page().limit();
      int returned = 0;
      int bytes = SMALL_BATCH_BYTES;
      for (int scanned = 0; ; ) {
        int wanted = conditions.sifted() ? BATCH : Math.min(BATCH, limit - returned + 1);
        RecordSelection.Fitting batch = batch(wanted, bytes);
        List<StoredRecord> found = batch.records();
        if (!isHeld(ParsedRecords.bytes(found, COPIES))) {
          return end(returned, true);
        }
        boolean isLast = !batch.isCut() && found.size() < wanted;
        for (int i = 0; i < found.size(); i++) {
          StoredRecord record = found.get(i);
          RecordFeature feature = RecordFeature.of(record);
          if (conditions.takes(feature)) {
            if (returned == limit) {
              return end(returned, true, isLast ? found.subList(i, found.size()) : List.of());
            }
            sink.accept(feature);
            returned++;
          }
          last = record.id();
        }
        scanned += found.size();
        if (isLast || scanned >= MAX_SCANNED) {
          return end(returned, !isLast);
        }
        bytes = isHeld(COPIES * LARGE_BATCH_BYTES) ? LARGE_BATCH_BYTES : SMALL_BATCH_BYTES;
      }
    }

    /** Whether there is memory for so much. */
    private boolean isHeld(long bytes) {
      try {
        memory.hold(bytes <= SMALL_NEED ? 0 : bytes);
        return true;
      } catch (Problem tooMuch) {
        return false;
      }
    }

    private RecordSelection.Fitting batch(int wanted, int bytes) {
      return select(conditions)
          .where("t.id > {}", last)
          .then(" order by t.id limit {}", wanted)
          .fitting(records, bytes)
          .await();
    }

    private End end(int returned, boolean more) {
      return end(returned, more, List.of());
    }

    /**
     * @param rest all candidates behind the page; empty when they are not known
     */
    private End end(int returned, boolean more, List<StoredRecord> rest) {
      Optional<String> next =
          more
              ? Optional.of(RecordSelection.cursor(records, last.toString(), binding(query)))
              : Optional.empty();
      boolean isKnown = query.page().cursor().isEmpty() && (!more || !rest.isEmpty());
      long behind = rest.stream().map(RecordFeature::of).filter(conditions::takes).count();
      OptionalLong matched = isKnown ? OptionalLong.of(returned + behind) : count();
      return new End(returned, matched, next, Map.of());
    }

    /**
     * The number of features of all pages, where the database can decide alone and the farm, or all
     * that the caller may read, has few records.
     */
    private OptionalLong count() {
      Map<String, String> farm = new TreeMap<>(conditions.listFilters());
      farm.keySet().retainAll(Set.of("farmId"));
      RecordSelection all =
          RecordSelection.records(conditions.caller(), kind.type()).filtered(farm);
      if (conditions.sifted() || all.count(records, MAX_COUNTED).await().isEmpty()) {
        return OptionalLong.empty();
      }
      return select(conditions).count(records, MAX_COUNTED).await();
    }
  }

  /** The spatial and temporal extent of the features that the caller may read. Blocking. */
  public Extent extent(Caller caller) {
    RecordSelection selection;
    try {
      selection =
          RecordSelection.values(
              caller,
              kind.type(),
              "min((t.bbox[1])[0])",
              "min((t.bbox[1])[1])",
              "max((t.bbox[0])[0])",
              "max((t.bbox[0])[1])",
              "case when bool_and(t.doc ? 'startsAt') then min(" + STARTS + ") end",
              "case when bool_and(t.doc ? 'endsAt') then max(" + ENDS + ") end");
    } catch (Problem refusal) {
      return Extent.NONE; // the collection is public, its extent is not
    }
    Row row = selection.rows(records).await().getFirst();
    Optional<double[]> box =
        row.getDouble(0) == null
            ? Optional.empty()
            : Optional.of(
                new double[] {
                  row.getDouble(0), row.getDouble(1), row.getDouble(2), row.getDouble(3)
                });
    return new Extent(box, instant(row, 4), instant(row, 5));
  }

  private static Optional<Instant> instant(Row row, int column) {
    return Optional.ofNullable(row.getOffsetDateTime(column)).map(OffsetDateTime::toInstant);
  }

  /** Reads one feature; 404 and 403 as for the record, 400 for an id that is no UUID. */
  @Override
  public Future<OgcFeature> feature(Caller caller, String id, MemoryBudget.Lease memory) {
    UUID uuid =
        UuidSyntax.parse(id)
            .orElseThrow(
                () -> Problem.malformedParameter("featureId", "must be a UUID in lower case"));
    return records
        .get(caller, kind.type(), uuid)
        .compose(
            record -> {
              if (record.doc().length() <= SMALL_BATCH_BYTES) {
                return Future.succeededFuture(RecordFeature.of(record));
              }
              memory.hold(ParsedRecords.bytes(List.of(record), COPIES));
              return OffLoop.run(() -> RecordFeature.of(record));
            });
  }
}
