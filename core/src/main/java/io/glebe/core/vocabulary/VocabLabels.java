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
 * The database counts the tags and chooses the labels, so that a page is all that is in memory.
 * Blocking.
 */
public final class VocabLabels {
  private static final EntityType REGION = Catalogue.standard().get("Region");
  private static final EntityType MAPPING = Catalogue.standard().get("CodeMapping");
  private static final Permission READ = Permission.of("region:read");
  private static final Permission READ_MAPPINGS = Permission.of("codeMapping:read");
  private static final String TAGS = "jsonb_array_elements_text(t.doc -> 'conceptUris') as e (uri)";

  private static final String LANGUAGE = "lower(coalesce(t.doc ->> 'language', ''))";

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
    List<Tag> tags =
        query.region().isPresent()
            ? ofRegion(caller, query, query.region().get(), after)
            : ofPlatform(caller, query, after);
    boolean more = tags.size() > query.limit();
    List<Tag> shown = more ? tags.subList(0, query.limit()) : tags;
    Map<String, String> labels =
        labels(caller, shown.stream().map(Tag::uri).toList(), query.languages());
    ObjectNode page = Json.object();
    ArrayNode items = page.putArray("items");
    for (Tag tag : shown) {
      items
          .addObject()
          .put("uri", tag.uri())
          .put("label", labels.getOrDefault(tag.uri(), ending(tag.uri())))
          .put("count", tag.count());
    }
    String last = shown.isEmpty() ? after : shown.getLast().uri();
    page.put("nextCursor", RecordSelection.cursor(records, last, query.binding()));
    return page.put("hasMore", more);
  }

  /** A tag and the number of regions that have it. */
  private record Tag(String uri, long count) {
    static List<Tag> of(Iterable<Row> rows) {
      List<Tag> tags = new ArrayList<>();
      rows.forEach(row -> tags.add(new Tag(row.getString(0), row.getLong(1))));
      return tags;
    }
  }

  /** Every tag in use; regions are counted only if the caller may read them. */
  private List<Tag> ofPlatform(Caller caller, Query query, String after) {
    List<Tag> used =
        Tag.of(
            database
                .query(
                    """
                    select distinct e.uri collate "C" as uri, 0::bigint
                    from record.regions t
                    cross join lateral %s
                    where t.doc ? 'conceptUris' and e.uri collate "C" > $1
                    order by 1 limit $2
                    """
                        .formatted(TAGS),
                    after,
                    query.limit() + 1)
                .await());
    if (used.isEmpty()) {
      return used;
    }
    String[] uris = used.stream().map(Tag::uri).toArray(String[]::new);
    Map<String, Long> counts = new HashMap<>();
    Tag.of(
            RecordSelection.elements(caller, REGION, TAGS, "e.uri", "count(*)")
                .where("t.doc -> 'conceptUris' ?| {}", (Object) uris)
                .where("e.uri = any({})", (Object) uris)
                .then(" group by e.uri")
                .rows(records)
                .await())
        .forEach(tag -> counts.put(tag.uri(), tag.count()));
    return used.stream()
        .map(tag -> new Tag(tag.uri(), counts.getOrDefault(tag.uri(), 0L)))
        .toList();
  }

  private List<Tag> ofRegion(Caller caller, Query query, UUID region, String after) {
    return Tag.of(
        RecordSelection.elements(caller, REGION, TAGS, "e.uri", "count(*)")
            .where(RegionForest.BELOW, region)
            .where("e.uri collate \"C\" > {}", after)
            .then(" group by e.uri order by e.uri collate \"C\" limit {}", query.limit() + 1)
            .rows(records)
            .await());
  }

  private Map<String, String> labels(Caller caller, List<String> uris, List<Locale> languages) {
    Map<String, Map<String, String>> known = new HashMap<>();
    uris.forEach(uri -> known.put(uri, new HashMap<>(vocabulary.labels(uri))));
    if (!uris.isEmpty() && Access.mayAnywhere(caller, READ_MAPPINGS)) {
      mapped(caller, uris, order(languages)).forEach(row -> put(known, row));
    }
    Map<String, String> labels = new HashMap<>();
    known.forEach(
        (uri, byLanguage) -> best(byLanguage, order(languages)).ifPresent(l -> labels.put(uri, l)));
    return labels;
  }

  /** The label of each concept in the first of these languages, as {@link #best}. */
  private List<Row> mapped(Caller caller, List<String> uris, List<String> languages) {
    return RecordSelection.values(
            caller,
            MAPPING,
            "distinct on (t.doc ->> 'conceptUri') t.doc ->> 'conceptUri'",
            "t.doc ->> 'language'",
            "t.doc ->> 'label'")
        .where("t.doc ->> 'conceptUri' = any({})", (Object) uris.toArray(String[]::new))
        .where("t.doc ? 'label'")
        .then(
            " order by t.doc ->> 'conceptUri', array_position({}::text[], "
                + LANGUAGE
                + "), "
                + LANGUAGE
                + " collate \"C\", t.created_at desc, t.id desc",
            (Object) languages.toArray(String[]::new))
        .rows(records)
        .await();
  }

  private static void put(Map<String, Map<String, String>> known, Row row) {
    String language = Optional.ofNullable(row.getString(1)).orElse("");
    known
        .computeIfAbsent(row.getString(0), uri -> new HashMap<>())
        .put(language.toLowerCase(Locale.ROOT), row.getString(2));
  }

  /** Languages in which a label is looked for: the wanted ones, English, then none. */
  private static List<String> order(List<Locale> languages) {
    List<String> order = new ArrayList<>();
    for (Locale language : languages) {
      order.add(language.toLanguageTag().toLowerCase(Locale.ROOT));
      order.add(language.getLanguage());
    }
    order.addAll(List.of("en", ""));
    return order;
  }

  /** The label in the first of these languages, otherwise that of the first language there is. */
  private static Optional<String> best(Map<String, String> labels, List<String> order) {
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
