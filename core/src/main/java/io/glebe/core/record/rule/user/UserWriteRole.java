package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.Write;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The role of a caller towards the User record that he writes. */
public enum UserWriteRole {
  /** The platform administrator, through the operation for this purpose. */
  OPERATION,
  /** The platform administrator, through any endpoint. */
  ADMINISTRATOR,
  /** The person of the record. */
  SELF,
  /**
   * The creator of the record, as long as it is INVITED, bound to no subject, and nobody else has
   * changed it or given it access.
   */
  INVITER;

  private static final String USER = "User";

  /** The lookup that {@link #of} needs about the stored record; often none. */
  static Optional<Lookup.SharedInvitation> question(Draft draft) {
    Write write = draft.write();
    boolean open =
        write.before().filter(b -> isOpen(b) && isCreator(b, write.caller())).isPresent();
    return open && !administrates(write.caller())
        ? Optional.of(new Lookup.SharedInvitation(write.id()))
        : Optional.empty();
  }

  /** All roles of the caller towards the record; empty as long as the lookup is not answered. */
  static Optional<Set<UserWriteRole>> of(Draft draft, LookupResults results) {
    Optional<Lookup.SharedInvitation> question = question(draft);
    if (question.filter(q -> !results.knows(q)).isPresent()) {
      return Optional.empty();
    }
    Write write = draft.write();
    Set<UserWriteRole> all = EnumSet.noneOf(UserWriteRole.class);
    if (administrates(write.caller())) {
      all.add(ADMINISTRATOR);
    }
    if (write.administration() && administrates(write.caller())) {
      all.add(OPERATION);
    }
    if (write.caller().userId().filter(write.id()::equals).isPresent() && !write.creation()) {
      all.add(SELF);
    }
    if (write.creation() || question.filter(q -> !results.answer(q)).isPresent()) {
      all.add(INVITER);
    }
    return Optional.of(all);
  }

  /** Whether the caller sees all of the record that he writes, whatever the lookups answer. */
  public static boolean seesAll(Draft draft) {
    Write write = draft.write();
    return !judged(draft)
        || draft.creation()
        || administrates(write.caller())
        || write.caller().userId().filter(write.id()::equals).isPresent();
  }

  /** Whether the caller sees all attributes except the entries of organizations and roles. */
  static boolean seesAttributes(Draft draft) {
    Write write = draft.write();
    return seesAll(draft)
        || write.before().filter(b -> isOpen(b) && isCreator(b, write.caller())).isPresent();
  }

  static boolean judged(Draft draft) {
    return draft.is(USER) && draft.write().caller().kind() != RuleCaller.Kind.SYSTEM;
  }

  private static boolean administrates(RuleCaller caller) {
    return caller.rights().administrator();
  }

  /** Whether the record is not bound to a person yet. */
  static boolean isOpen(ObjectNode user) {
    return user.path("status").asText().equals("INVITED") && !user.hasNonNull("subject");
  }

  private static boolean isCreator(ObjectNode before, RuleCaller caller) {
    Optional<UUID> creator =
        Draft.uuidOf(before.path(CommonAttributes.CREATED_BY_USER_ID).asText(""));
    return caller.userId().isPresent()
        ? creator.equals(caller.userId())
        : creator.isEmpty()
            && caller.clientId().isPresent()
            && before.path(CommonAttributes.CLIENT_ID).asText("").equals(caller.clientId().get());
  }
}
