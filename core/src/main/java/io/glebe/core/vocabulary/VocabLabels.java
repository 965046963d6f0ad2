package io.glebe.core.vocabulary;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Permission;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Database;
import io.glebe.core.farm.RegionForest;
import io.glebe.core.json.Json;
import io.glebe.core.record.RecordSelection;
import io.glebe.core.record.RecordService;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Lists the vocabulary tags of regions with their labels. The label comes from a code mapping,
 * otherwise from the shipped vocabulary, otherwise from the last part of the URI of the concept.
 * Blocking.
 */
public final class VocabLabels {
  private static final EntityType REGION = Catalogue.standard().get("Region");
  private static final EntityType MAPPING = Catalogue.standard().get("CodeMapping");
  private static final Permission READ = Permission.of("region:read");
  private static final Permission READ_MAPPINGS = Permission.of("codeMapping:read");
  private static final String TAGS = "jsonb_array_elements_text(t.doc -> 'conceptUris')";

  private final Database database;
  private final RecordService records;
  private final Vocabulary vocabulary;

  public VocabLabels(Database database, RecordService records, Vocabulary vocabulary) {
    this.database = database;
    this.records = records;
    this.vocabulary = vocabulary;
  }

  /**
   * The query.
   *
   * @param region only tags of this region and of those below it
   * @param languages wanted languages, best first
   */
  public record Query(
      Optional<UUID> region, List<Locale> languages, int limit, Optional<String> cursor) {
    String binding() {
      return "vocab-labels" + region;
    }
  }

  /** A page of {@code {uri, label, count}} in the order of the URIs. */
  public ObjectNode page(Caller caller, Query query) {
    Access.requireAnywhere(caller, READ);
    String after =
        query
            .cursor()
            .map(text -> RecordSelection.position(records, text, query.binding()))
            .orElse("");
    Map<String, Long> counts = new HashMap<>();
    List<String> uris =
        query.region().isPresent()
            ? ofRegion(caller, query, after, counts)
            : ofPlatform(caller, query, after, counts);
    boolean more = uris.size() > query.limit();
    List<String> shown = more ? uris.subList(0, query.limit()) : uris;
    Map<String, String> labels = labels(caller, shown, query.languages());
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    for (String uri : shown) {
      items
          .addObject()
          .put("uri", uri)
          .put("label", labels.getOrDefault(uri, ending(uri)))
          .put("count", counts.getOrDefault(uri, 0L));
    }
    String last = shown.isEmpty() ? after : shown.getLast();
    page.put("nextCursor", RecordSelection.cursor(records, last, query.binding()));
    return page.put("hasMore", more);
  }

  /** Every tag in use; regions are counted only if the caller may read them. */
  private List<String> ofPlatform(
      Caller caller, Query query, String after, Map<String, Long> counts) {
    List<String> uris =
        texts(
            database
                .query(
                    """
                    select distinct uri collate "C" as uri
                    from record.regions t
                    cross join lateral %s as uri
                    where t.doc ? 'conceptUris' and uri collate "C" > $1
                    order by 1 limit $2
                    """
                        .formatted(TAGS),
                    after,
                    query.limit() + 1)
                .await());
    if (!uris.isEmpty()) {
      RecordSelection.values(caller, REGION, TAGS + " as uri", "count(*)")
          .where("t.doc -> 'conceptUris' ?| {}", (Object) uris.toArray(String[]::new))
          .then(" group by 1")
          .rows(records)
          .await()
          .forEach(row -> counts.put(row.getString(0), row.getLong(1)));
    }
    return uris;
  }

  private List<String> ofRegion(
      Caller caller, Query query, String after, Map<String, Long> counts) {
    RecordSelection.values(caller, REGION, TAGS + " as uri", "count(*)")
        .where(RegionForest.BELOW, query.region().orElseThrow())
        .then(" group by 1")
        .rows(records)
        .await()
        .forEach(row -> counts.put(row.getString(0), row.getLong(1)));
    return counts.keySet().stream()
        .filter(uri -> uri.compareTo(after) > 0)
        .sorted()
        .limit(query.limit() + 1L)
        .toList();
  }

  private static List<String> texts(Iterable<Row> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(row.getString(0)));
    return texts;
  }

  private Map<String, String> labels(Caller caller, List<String> uris, List<Locale> languages) {
    Map<String, Map<String, String>> known = new HashMap<>();
    uris.forEach(uri -> known.put(uri, new HashMap<>(vocabulary.labels(uri))));
    if (!uris.isEmpty() && Access.mayAnywhere(caller, READ_MAPPINGS)) {
      mapped(caller, uris).forEach(row -> put(known, row));
    }
    Map<String, String> labels = new HashMap<>();
    known.forEach(
        (uri, byLanguage) -> best(byLanguage, languages).ifPresent(l -> labels.put(uri, l)));
    return labels;
  }

  private List<Row> mapped(Caller caller, List<String> uris) {
    return RecordSelection.values(
            caller, MAPPING, "t.doc ->> 'conceptUri'", "t.doc ->> 'language'", "t.doc ->> 'label'")
        .where("t.doc ->> 'conceptUri' = any({})", (Object) uris.toArray(String[]::new))
        .where("t.doc ? 'label'")
        .then(" order by t.created_at, t.id")
        .rows(records)
        .await();
  }

  private static void put(Map<String, Map<String, String>> known, Row row) {
    String language = Optional.ofNullable(row.getString(1)).orElse("");
    known
        .computeIfAbsent(row.getString(0), uri -> new HashMap<>())
        .put(language.toLowerCase(Locale.ROOT), row.getString(2));
  }

  /**
   * The label in the best language available; then English, then a label without language, then
   * any.
   */
  private static Optional<String> best(Map<String, String> labels, List<Locale> languages) {
    List<String> order = new ArrayList<>();
    for (Locale language : languages) {
      order.add(language.toLanguageTag().toLowerCase(Locale.ROOT));
      order.add(language.getLanguage());
    }
    order.addAll(List.of("en", ""));
    for (String language : order) {
      if (labels.containsKey(language)) {
        return Optional.of(labels.get(language));
      }
    }
    return labels.entrySet().stream().min(Map.Entry.comparingByKey()).map(Map.Entry::getValue);
  }

  private static String ending(String uri) {
    String plain = uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    int cut =
        Math.max(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('#')), plain.lastIndexOf(':'));
    return plain.substring(cut + 1);
  }
}
