package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.Json;
import io.glebe.core.record.rule.Facts;
import io.glebe.core.record.rule.Found;
import io.glebe.core.record.rule.Question;
import io.glebe.core.record.rule.RecordLookup;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Answers the rules' questions from the database, inside the transaction of the write; all
 * questions of a round travel together. Records that are referred to are share-locked in the order
 * of the catalogue, so that a deletion and a new reference cannot pass each other.
 */
final class RuleLookup implements RecordLookup {
  private static final int MAX_LEVELS = 65;

  private final Transaction transaction;
  private final Caller caller;
  private final boolean creation;
  private final Facts known = new Facts();

  RuleLookup(Transaction transaction, Caller caller, boolean creation) {
    this.transaction = transaction;
    this.caller = caller;
    this.creation = creation;
  }

  /** The answer to one question; asked once per transaction. */
  <A> A one(Question<A> question) {
    return answer(Set.of(question)).answer(question);
  }

  @Override
  public Facts answer(Set<Question<?>> questions) {
    Set<Question<?>> open = new LinkedHashSet<>(questions);
    open.removeIf(known::knows);
    if (!open.isEmpty()) {
      Facts found = ask(open);
      open.forEach(question -> copy(question, found, known));
    }
    Facts facts = new Facts();
    questions.forEach(question -> copy(question, known, facts));
    return facts;
  }

  private static <A> void copy(Question<A> question, Facts from, Facts to) {
    to.put(question, from.answer(question));
  }

  private Facts ask(Set<Question<?>> questions) {
    Facts facts = new Facts();
    List<Runnable> pending = new ArrayList<>();
    fetch(questions, facts, pending);
    for (Question<?> question : questions) {
      switch (question) {
        case Question.Fetch q -> {
          // answered together above
        }
        case Question.Lineage q -> lineage(q, facts, pending);
        case Question.KeyHolder q -> keyHolder(q, facts, pending);
        case Question.ExternalIdHolder q -> externalId(q, facts, pending);
        case Question.Reported q -> reported(q, facts, pending);
        case Question.Dependents q -> facts.put(q, new Dependencies(transaction).of(q));
        case Question.SiblingShares q -> siblings(q, facts, pending);
        case Question.OtherAdministrator q -> administrator(q, facts, pending);
        case Question.ConceptKnown q -> concept(q, facts, pending);
        case Question.Resources q -> resources(q, facts, pending);
      }
    }
    pending.forEach(Runnable::run);
    return facts;
  }

  private Future<RowSet<Row>> send(String sql, Object... values) {
    return transaction.connection().preparedQuery(sql).execute(Tuple.from(values));
  }

  private Future<RowSet<Row>> send(Sql sql) {
    return transaction.connection().preparedQuery(sql.text()).execute(sql.values());
  }

  private static RowSet<Row> rows(Future<RowSet<Row>> sent) {
    return Transaction.await(sent);
  }

  private void lock(String what) {
    send("select pg_advisory_xact_lock(hashtextextended($1, 0))", what);
  }

  private void fetch(Set<Question<?>> questions, Facts facts, List<Runnable> pending) {
    Map<Integer, Set<UUID>> byRank = new TreeMap<>();
    Map<Integer, RecordTable> tables = new HashMap<>();
    for (Question<?> question : questions) {
      if (question instanceof Question.Fetch q) {
        facts.put(q, Optional.empty());
        RecordTable table = RecordTable.of(q.entity());
        if (table != null) {
          tables.put(table.rank(), table);
          byRank.computeIfAbsent(table.rank(), r -> new TreeSet<>()).add(q.id());
        }
      }
    }
    byRank.forEach(
        (rank, ids) -> {
          RecordTable table = tables.get(rank);
          Sql sql = new Sql().add("select ").add(StoredRecord.COLUMNS).add(reachColumns(table));
          sql.add(" from ").add(table.name()).add(" t where id = any(");
          sql.bind(ids.toArray(UUID[]::new)).add(") order by id for key share of t");
          Future<RowSet<Row>> sent = send(sql);
          pending.add(
              () ->
                  rows(sent)
                      .forEach(
                          row -> {
                            Found found = found(table.type(), row);
                            facts.put(
                                new Question.Fetch(found.entity(), found.id()), Optional.of(found));
                          }));
        });
  }

  /** The farm's organization, and for users who else is bound to them. */
  private static String reachColumns(RecordTable table) {
    String organization = ", (select f.organization_id from record.farms f where f.id = t.farm_id)";
    return table.type().name().equals(RecordAccess.USER)
        ? organization
            + ", array(select a.farm_id from record.link l join record.access_assignments a on a.id"
            + " = l.source_id where l.reference = 'AccessAssignment.userId' and l.target_id = t.id)"
        : organization;
  }

  private Found found(EntityType type, Row row) {
    StoredRecord stored = StoredRecord.of(row);
    Optional<UUID> organization =
        Optional.ofNullable(row.getUUID(11)).or(() -> stored.scope().organization());
    UUID[] farms = type.name().equals(RecordAccess.USER) ? row.getArrayOfUUIDs(12) : new UUID[0];
    return new Found(
        type.name(),
        stored.id(),
        whole(stored),
        stored.scope().farm(),
        organization,
        RecordReach.reaches(caller, type, stored, organization, List.of(farms)));
  }

  /** All attributes with id, originType and provenance. */
  static ObjectNode whole(StoredRecord stored) {
    ObjectNode doc = stored.attributes();
    StoredRecord.Provenance p = stored.provenance();
    doc.put(CommonAttributes.ID, stored.id().toString());
    doc.put(CommonAttributes.ORIGIN_TYPE, p.originType());
    doc.put(CommonAttributes.CREATED_AT, p.createdAt().toInstant().toString());
    doc.put(CommonAttributes.UPDATED_AT, p.updatedAt().toInstant().toString());
    p.createdByUserId()
        .ifPresent(id -> doc.put(CommonAttributes.CREATED_BY_USER_ID, id.toString()));
    p.createdByJobId().ifPresent(id -> doc.put(CommonAttributes.CREATED_BY_JOB_ID, id.toString()));
    p.clientId().ifPresent(id -> doc.put(CommonAttributes.CLIENT_ID, id));
    return doc;
  }

  private static final String LINEAGE =
      "with recursive up(id, level) as (select u.id, 1 from unnest($1::uuid[]) u(id) union select"
          + " l.target_id, up.level + 1 from up join record.link l on l.source_id = up.id and"
          + " l.reference = $2 where up.level < $4), down(id, level) as (select $3::uuid, 0 union"
          + " select l.source_id, down.level + 1 from down join record.link l on l.target_id ="
          + " down.id and l.reference = $2 where down.level < $4) select coalesce((select"
          + " bool_or(id = $3) from up), false), coalesce((select max(level) from up), 0), (select"
          + " max(level) from down)";

  private void lineage(Question.Lineage q, Facts facts, List<Runnable> pending) {
    if (!creation) {
      lock("lineage " + q.entity()); // two moves at once could close a circle that neither sees
    }
    Future<RowSet<Row>> sent =
        send(
            LINEAGE,
            q.parents().toArray(UUID[]::new),
            q.entity() + "." + q.reference(),
            q.self(),
            MAX_LEVELS);
    pending.add(
        () -> {
          Row row = rows(sent).iterator().next();
          facts.put(
              q, new Question.Standing(row.getBoolean(0), row.getInteger(1), row.getInteger(2)));
        });
  }

  private void keyHolder(Question.KeyHolder q, Facts facts, List<Runnable> pending) {
    UUID entry = BusinessKeys.entry(q.entity(), q.attributes(), q.values());
    one(
        q,
        send(
            "select record_id from record.business_key where entry = $1 and record_id <> $2",
            entry,
            q.self()),
        facts,
        pending);
  }

  private static void one(
      Question<Optional<UUID>> q, Future<RowSet<Row>> sent, Facts facts, List<Runnable> pending) {
    pending.add(
        () -> {
          RowSet<Row> found = rows(sent);
          facts.put(
              q,
              found.size() == 0
                  ? Optional.empty()
                  : Optional.of(found.iterator().next().getUUID(0)));
        });
  }

  private void externalId(Question.ExternalIdHolder q, Facts facts, List<Runnable> pending) {
    lock("external " + q.entity() + ' ' + q.scope() + ' ' + q.provider() + ' ' + q.externalId());
    RecordTable table = RecordTable.of(q.entity());
    Sql sql = new Sql().add("select t.id from ").add(table.name());
    sql.add(" t where t.doc ->> 'externalId' = ").bind(q.externalId());
    sql.add(" and t.doc ->> 'externalProvider' = ").bind(q.provider());
    sql.add(" and t.id <> ").bind(q.self()).add(" and ");
    switch (q.scope()) {
      case Question.ExternalScope.OfFarm farm -> sql.add("t.farm_id = ").bind(farm.farm());
      case Question.ExternalScope.OfOrganization o ->
          sql.add("t.organization_id = ").bind(o.organization());
      case Question.ExternalScope.InReach r -> {
        ReadReach reach = ReadReach.whole(caller, table.type());
        ReachSql.condition(sql, table.type(), reach);
      }
    }
    one(q, send(sql.add(" limit 1")), facts, pending);
  }

  private static final String REPORTED =
      "select exists (select from record.link l join record.regulatory_reports r on r.id ="
          + " l.source_id where l.target_id = $1 and l.reference = $2 and r.doc ->> 'status' not in"
          + " ('DRAFT', 'READY', 'WITHDRAWN'))";

  private void reported(Question.Reported q, Facts facts, List<Runnable> pending) {
    truth(q, send(REPORTED, q.id(), Links.reported(q.entity())), facts, pending);
  }

  private static void truth(
      Question<Boolean> q, Future<RowSet<Row>> sent, Facts facts, List<Runnable> pending) {
    pending.add(() -> facts.put(q, rows(sent).iterator().next().getBoolean(0)));
  }

  private void siblings(Question.SiblingShares q, Facts facts, List<Runnable> pending) {
    Future<RowSet<Row>> sent =
        send(
            "select coalesce(sum((c.doc ->> 'rationShare')::numeric), 0)::text from record.link l"
                + " join record.feed_ration_components c on c.id = l.source_id where l.target_id ="
                + " $1 and l.reference = 'FeedRationComponent.feedRationId' and c.id <> $2",
            q.feedRation(),
            q.self());
    pending.add(() -> facts.put(q, new BigDecimal(rows(sent).iterator().next().getString(0))));
  }

  /** The first instant after a period's end, and the first of its begin; a bare date is a day. */
  private static final String ADMINISTRATOR =
      "select exists (select from record.access_assignments a join record.roles r on r.id = (a.doc"
          + " ->> 'roleId')::uuid where a.farm_id = $1 and a.id <> $2 and r.doc -> 'permissions' ?"
          + " 'accessAssignment:create' and coalesce("
          + time("startsAt")
          + ", '-infinity') <= now() and coalesce("
          + time("endsAt")
          + " + case when length(a.doc ->> 'endsAt') = 10 then interval '1 day' else interval '0'"
          + " end, 'infinity') > now())";

  /** A time of the assignment, null when it is absent or none that PostgreSQL reads. */
  private static String time(String attribute) {
    String text = "a.doc ->> '" + attribute + "'";
    return "case when pg_input_is_valid("
        + text
        + ", 'timestamptz') then ("
        + text
        + ")::timestamptz end";
  }

  private void administrator(Question.OtherAdministrator q, Facts facts, List<Runnable> pending) {
    lock("administrators " + q.farm());
    truth(q, send(ADMINISTRATOR, q.farm(), q.self()), facts, pending);
  }

  private void concept(Question.ConceptKnown q, Facts facts, List<Runnable> pending) {
    truth(
        q,
        send(
            "select exists (select from record.code_mappings t where t.doc ->> 'conceptScheme' = $1"
                + " and t.doc ->> 'conceptUri' = $2)",
            q.scheme(),
            q.uri()),
        facts,
        pending);
  }

  private void resources(Question.Resources q, Facts facts, List<Runnable> pending) {
    Future<RowSet<Row>> sent =
        send(
            "select a.doc::text, p.doc::text from record.link l join record.activity_resources a on"
                + " a.id = l.source_id left join record.products p on p.id = (a.doc ->>"
                + " 'productId')::uuid where l.target_id = $1 and l.reference ="
                + " 'ActivityResource.activityId' order by a.id",
            q.activity());
    pending.add(
        () -> {
          List<Question.Resource> resources = new ArrayList<>();
          for (Row row : rows(sent)) {
            resources.add(
                new Question.Resource(
                    Json.stored(row.getString(0)),
                    Optional.ofNullable(row.getString(1)).map(Json::stored)));
          }
          facts.put(q, resources);
        });
  }
}
