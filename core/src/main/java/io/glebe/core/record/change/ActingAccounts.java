package io.glebe.core.record.change;

import io.glebe.core.catalogue.AuditedThing;
import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.database.Transaction;
import io.glebe.core.json.NameUuids;
import io.glebe.core.record.audit.AuditNote;
import io.glebe.core.record.audit.AuditTrail;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Notes about service accounts that act for a user. A service account acts for the User whose
 * subject is the account's name. When a User gets a subject that already has an account, the person
 * is notified, because nobody was notified when the account was created. A record created for the
 * subject keeps the account, since gateways are set up in either order. An existing record that is
 * bound to the subject, for the first time or again, finds the account disabled (trigger {@code
 * accounts_end_with_binding}).
 */
public final class ActingAccounts {
  private static final UUID NAMESPACE = UUID.fromString("5b3c3a0e-6a55-4d0c-8f3e-0d7f7e0c6a11");

  /** A note that is still to be written, and its author. */
  record PendingNote(AuditTrail.Author author, AuditNote note) {}

  private ActingAccounts() {}

  /** The id of a service account in the audit log. */
  public static UUID id(String name) {
    return NameUuids.v5(NAMESPACE, name);
  }

  /** The audit note of a change of a service account. */
  public static AuditNote note(
      AuditNote.Action action, String name, List<String> changed, Set<UUID> readers) {
    return new AuditNote(action, AuditedThing.SERVICE_ACCOUNT, id(name), name, changed, readers);
  }

  /**
   * The notes to write once the changes are written; read before they are sent. From here to the
   * end of the transaction no account is created or changed.
   */
  static List<PendingNote> of(
      Transaction transaction, Collection<ChangeWriter.AuditedChange> changes) {
    List<PendingNote> notes = new ArrayList<>();
    for (ChangeWriter.AuditedChange one : changes) {
      subject(one.change())
          .filter(name -> isEnabled(transaction, name))
          .map(name -> noteOf(one.change(), name))
          .ifPresent(note -> notes.add(new PendingNote(one.author(), note)));
    }
    return notes;
  }

  private static AuditNote noteOf(Change user, String name) {
    String changed = user.kind() == Change.Kind.CREATE ? "userId" : "enabled";
    return note(AuditNote.Action.UPDATE, name, List.of(changed), Set.of(user.id()));
  }

  /** The subject that a User gets by this change. */
  private static Optional<String> subject(Change change) {
    boolean isNew =
        change.type().name().equals(EntityNames.USER)
            && switch (change.kind()) {
              case CREATE -> true;
              case UPDATE -> isRebound(change);
              case DELETE, APPEAR -> false;
            };
    return isNew
        ? Optional.of(change.doc().path("subject").asText("")).filter(s -> !s.isEmpty())
        : Optional.empty();
  }

  /** Same condition as in the trigger. */
  private static boolean isRebound(Change change) {
    boolean otherIssuer =
        change.changed().contains("issuer")
            && change.previous().filter(previous -> previous.hasNonNull("issuer")).isPresent();
    return change.changed().contains("subject") || otherIssuer;
  }

  private static boolean isEnabled(Transaction transaction, String name) {
    transaction.execute("select identity.lock_account($1)", name);
    Optional<Row> account =
        transaction.first(
            "select name from identity.service_account where name = $1 and enabled", name);
    return account.isPresent();
  }
}
