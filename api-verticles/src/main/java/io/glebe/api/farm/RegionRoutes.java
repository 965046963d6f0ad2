package io.glebe.api.farm;

import static io.glebe.api.farm.record.NestedCollectionRoutes.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.farm.record.ListParameters;
import io.glebe.api.farm.record.NestedCollectionRoutes;
import io.glebe.api.farm.record.RecordAnswers;
import io.glebe.api.farm.record.RecordArea;
import io.glebe.api.farm.record.RecordEndpoints;
import io.glebe.api.farm.record.WriteParameters;
import io.glebe.api.http.ApiRequest;
import io.glebe.api.http.DocumentedResponse;
import io.glebe.api.http.Parameter;
import io.glebe.api.http.Reply;
import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.http.body.Body;
import io.glebe.api.http.schema.Members;
import io.glebe.api.http.schema.Schemas;
import io.glebe.core.access.Permission;
import io.glebe.core.admission.WorkOwner;
import io.glebe.core.farm.RegionForest;
import io.glebe.core.json.Json;
import io.glebe.core.memory.ReadMemory;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.read.ListQuery;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.vocabulary.VocabLabels;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Regions as pages and as trees, and the labels of their tags. A list without {@code limit}, {@code
 * cursor} and {@code updatedAfter} has a fourth member, {@code tree}, with the trees of all
 * regions.
 */
final class RegionRoutes implements RecordArea.Extra {
  private static final String TAG = "Farm master data";
  private static final List<String> LIST_VIEWS = List.of("flat", "record", "tree");
  private static final List<String> VIEWS = List.of("record", "tree");
  private static final String TREE = "RegionTree";
  private static final Set<String> PAGING = Set.of("limit", "cursor", "updatedAfter");
  private static final int MAX_LANGUAGES = 20;

  /** A page is held as it came from the database and as text. */
  private static final int COPIES = 2;

  /** Characters of a tree that is answered at once; a larger one is written in parts. */
  private static final int SMALL_TREE = 64 * 1024;

  private final RecordService records;
  private final RegionForest forest;
  private final VocabLabels labels;
  private final NestedCollectionRoutes region;

  RegionRoutes(RecordService records, VocabLabels labels) {
    this.records = records;
    this.forest = new RegionForest(records);
    this.labels = labels;
    this.region = new NestedCollectionRoutes(records, "Region");
  }

  @Override
  public void contribute(RouteTable.Builder routes) {
    routes.get(
        Surface.FARM,
        "/regions",
        RecordArea.list(region.type(), NestedCollectionRoutes.script(this::list), forest())
            .takes(
                Parameter.query(
                    "view",
                    "tree adds the nested tree, flat leaves it out",
                    Schemas.word(LIST_VIEWS)))
            .alsoOfCommissions());
    routes.post(
        Surface.FARM,
        "/regions",
        operation(
                "postRegion",
                "Creates a region; its field follows from its parent",
                TAG,
                r -> region.post(r, NestedCollectionRoutes.body(r)))
            .requires(Permission.create("region"))
            .alsoOfCommissions()
            .body(Body.JSON, NestedCollectionRoutes.creation("Region", "fieldId"))
            .takes(WriteParameters.of(true))
            .answers(RecordAnswers.created("created", NestedCollectionRoutes.schema("Region"))));
    routes.get(
        Surface.FARM,
        "/regions/{id}",
        operation("getRegion", "Reads one Region with everything below it", TAG, this::read)
            .requires(Permission.read("region"))
            .alsoOfCommissions()
            .takes(Parameter.query("view", "record leaves the children out", Schemas.word(VIEWS)))
            .answers(RecordAnswers.read(tree())));
    routes.get(
        Surface.FARM,
        "/regions/vocab-labels",
        operation(
                "listVocabLabels",
                "Lists the vocabulary tags in use on the platform",
                TAG,
                r -> labels(r, Optional.empty()))
            .requires(Permission.read("region"))
            .takes(ListParameters.page())
            .answers(DocumentedResponse.json(200, "a page of labels", labelPage())));
    routes.get(
        Surface.FARM,
        "/regions/{id}/vocab-labels",
        operation(
                "listRegionVocabLabels",
                "Lists the vocabulary tags of a region and those below it",
                TAG,
                this::labelsBelow)
            .requires(Permission.read("region"))
            .takes(ListParameters.page())
            .answers(DocumentedResponse.json(200, "a page of labels", labelPage())));
  }

  /** A region with everything below it. */
  private static ObjectNode tree() {
    ObjectNode below = Schemas.list(NestedCollectionRoutes.schema(TREE));
    return NestedCollectionRoutes.extended(
        TREE,
        "Region",
        Members.of("What the view adds")
            .may("children", below.put("description", "absent with view=record"))
            .may("field", NestedCollectionRoutes.schema("Field")));
  }

  /** A page of regions, and with {@code view=tree} all of them as trees. */
  private static ObjectNode forest() {
    ObjectNode link =
        Members.of("RegionTreeLink", "The trees of one farm")
            .must("farmId", Schemas.uuid())
            .must("href", Schemas.uri())
            .schema();
    return Members.of("RegionForest", "A page of regions, and their trees")
        .must("items", Schemas.list(NestedCollectionRoutes.schema("Region")))
        .must("nextCursor", Schemas.text())
        .must("hasMore", Schemas.flag())
        .may("tree", Schemas.list(tree()).put("description", "all regions, not of this page only"))
        .may("treeLinks", Schemas.list(link).put("description", "in place of very many regions"))
        .schema();
  }

  private static ObjectNode labelPage() {
    ObjectNode label =
        Members.of("VocabularyLabel", "A vocabulary tag in use")
            .must("uri", Schemas.uri())
            .must("label", Schemas.text("in the language of the request"))
            .must("count", Schemas.count())
            .schema();
    return Members.page("VocabularyLabelPage", "A page of labels", label);
  }

  private Reply list(ApiRequest request) {
    boolean linked = RecordEndpoints.isLinkedData(request);
    Optional<String> view = request.params().choice("view", LIST_VIEWS);
    ListQuery query = RecordEndpoints.query(request, Set.of("view"));
    var page = records.list(request.caller(), region.type(), query).await();
    boolean paged = request.params().names().stream().anyMatch(PAGING::contains);
    boolean tree = view.map("tree"::equals).orElse(!paged);
    if (linked || !tree) {
      return RecordEndpoints.page(request, page, linked);
    }
    String head = page.json();
    request.memory().hold(COPIES * (long) head.length());
    Map<UUID, Long> sizes = forest.sizes(request.caller(), query.filters()).await();
    long all = sizes.values().stream().mapToLong(n -> n).sum();
    if (all > RegionForest.MAX_REGIONS && sizes.size() > 1) {
      return NestedCollectionRoutes.embedded(
          head.substring(0, head.length() - 1) + ",\"treeLinks\":" + links(request, sizes) + "}",
          Optional.empty());
    }
    return Reply.written(
            200,
            Json.MEDIA_TYPE,
            out ->
                WorkOwner.run(
                    request.owner(),
                    () -> write(request, query.filters(), List.copyOf(sizes.keySet()), head, out)))
        .cache("no-store");
  }

  private static String links(ApiRequest request, Map<UUID, Long> sizes) {
    ArrayNode links = Json.array();
    sizes.forEach(
        (farm, size) ->
            links
                .addObject()
                .put("farmId", farm.toString())
                .put(
                    "href", request.links().to(Surface.FARM, "/regions?view=tree&farmId=" + farm)));
    return Json.write(links);
  }

  /** Writes one farm after the other, so that only one farm is in memory at a time. */
  private boolean write(
      ApiRequest request,
      Map<String, String> filters,
      List<UUID> farms,
      String page,
      OutputStream o)
      throws IOException {
    Writer out = writer(o);
    out.write(page, 0, page.length() - 1);
    out.write(",\"tree\":[");
    String previous = "";
    ReadMemory memory = new ReadMemory(request.memory());
    for (UUID farm : farms) {
      if (forest.write(request.caller(), farm, filters, previous, memory, out)) {
        previous = ",";
      }
    }
    out.write("]}");
    out.flush();
    return !previous.isEmpty();
  }

  private Reply read(ApiRequest request) throws IOException {
    boolean pure = request.params().choice("view", VIEWS).filter("record"::equals).isPresent();
    if (pure || RecordEndpoints.isLinkedData(request)) {
      return region.endpoints().read(request).await();
    }
    StoredRecord stored =
        records.get(request.caller(), region.type(), request.pathUuid("id")).await();
    RegionForest.Tree tree = forest.tree(request.caller(), stored, request.memory());
    Reply reply =
        tree.characters() <= SMALL_TREE
            ? Reply.jsonText(text(tree))
            : Reply.written(200, Json.MEDIA_TYPE, out -> write(tree, out));
    return reply.cache("no-store").etag(stored.etag());
  }

  private static String text(RegionForest.Tree tree) throws IOException {
    StringWriter text = new StringWriter();
    tree.text().write(text);
    return text.toString();
  }

  private static void write(RegionForest.Tree tree, OutputStream out) throws IOException {
    Writer writer = writer(out);
    tree.text().write(writer);
    writer.flush();
  }

  /** Takes long texts without copying them whole. */
  private static Writer writer(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  private Reply labelsBelow(ApiRequest request) {
    UUID id = request.pathUuid("id");
    records.get(request.caller(), region.type(), id).await();
    return labels(request, Optional.of(id));
  }

  private Reply labels(ApiRequest request, Optional<UUID> below) {
    int limit = request.params().integer("limit", ListQuery.DEFAULT_LIMIT, 1, ListQuery.MAX_LIMIT);
    var query =
        new VocabLabels.Query(below, languages(request), limit, request.params().text("cursor"));
    return Reply.json(labels.page(request.caller(), query)).header("Vary", "Accept-Language");
  }

  /** Languages of the header, best first; an unreadable header counts as absent. */
  private static List<Locale> languages(ApiRequest request) {
    try {
      return Locale.LanguageRange.parse(request.header("Accept-Language").orElse("en")).stream()
          .limit(MAX_LANGUAGES)
          .map(range -> Locale.forLanguageTag(range.getRange().replace("*", "und")))
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }
}
