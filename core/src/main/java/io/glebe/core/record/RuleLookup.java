package io.glebe.core.record;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.database.Transaction;
import io.glebe.core.record.rule.Facts;
import io.glebe.core.record.rule.Found;
import io.glebe.core.record.rule.Question;
import io.glebe.core.record.rule.RecordLookup;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Answers the rules' questions about one write, each once, together with those of the writes that
 * are planned beside it.
 */
final class RuleLookup implements RecordLookup {
  private final Rounds rounds;
  private final Caller caller;
  private final boolean creation;
  private final Optional<UUID> introduced;
  private final Facts known = new Facts();

  /**
   * @param introduced a User that counts as reached
   */
  RuleLookup(Rounds rounds, Caller caller, boolean creation, Optional<UUID> introduced) {
    this.rounds = rounds;
    this.caller = caller;
    this.creation = creation;
    this.introduced = introduced;
  }

  /** For one that shares its transaction with no other. */
  static RuleLookup alone(Transaction transaction, Caller caller) {
    return new RuleLookup(new Rounds(transaction, 1), caller, false, Optional.empty());
  }

  /** The answer to one question. */
  <A> A one(Question<A> question) {
    return answer(Set.of(question)).answer(question);
  }

  @Override
  public Facts answer(Set<Question<?>> questions) {
    Set<Question<?>> open = new LinkedHashSet<>(questions);
    open.removeIf(known::knows);
    if (!open.isEmpty()) {
      Facts found = rounds.ask(this, caller, creation, open);
      open.forEach(question -> copy(question, found, known));
      introduced.ifPresent(this::reach);
    }
    Facts facts = new Facts();
    questions.forEach(question -> copy(question, known, facts));
    return facts;
  }

  private void reach(UUID user) {
    Question.Fetch question = new Question.Fetch(RecordAccess.USER, user);
    if (known.knows(question)) {
      known.put(question, known.answer(question).map(Found::reached));
    }
  }

  private static <A> void copy(Question<A> question, Facts from, Facts to) {
    to.put(question, from.answer(question));
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
}
