package io.glebe.core.record.rule.user;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.RuleCaller;
import io.glebe.core.record.rule.draft.RuleInput;
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
  static Optional<Lookup.SharedInvitation> lookup(Draft draft) {
    RuleInput input = draft.input();
    boolean open =
        input.stored().filter(b -> isOpen(b) && isCreator(b, input.caller())).isPresent();
    return open && !administrates(input.caller())
        ? Optional.of(new Lookup.SharedInvitation(input.id()))
        : Optional.empty();
  }

  /** All roles of the caller towards the record; empty as long as the lookup is not answered. */
  static Optional<Set<UserWriteRole>> of(Draft draft, LookupResults results) {
    Optional<Lookup.SharedInvitation> lookup = lookup(draft);
    if (lookup.filter(q -> !results.contains(q)).isPresent()) {
      return Optional.empty();
    }
    RuleInput input = draft.input();
    Set<UserWriteRole> all = EnumSet.noneOf(UserWriteRole.class);
    if (administrates(input.caller())) {
      all.add(ADMINISTRATOR);
    }
    if (input.administration() && administrates(input.caller())) {
      all.add(OPERATION);
    }
    if (input.caller().userId().filter(input.id()::equals).isPresent() && !input.creation()) {
      all.add(SELF);
    }
    if (input.creation() || lookup.filter(q -> !results.answer(q)).isPresent()) {
      all.add(INVITER);
    }
    return Optional.of(all);
  }

  /** Whether the caller sees all of the record that he writes, whatever the lookups answer. */
  public static boolean seesAll(Draft draft) {
    RuleInput input = draft.input();
    return !isChecked(draft)
        || draft.creation()
        || administrates(input.caller())
        || input.caller().userId().filter(input.id()::equals).isPresent();
  }

  /** Whether the caller sees all attributes except the entries of organizations and roles. */
  static boolean seesAttributes(Draft draft) {
    RuleInput input = draft.input();
    return seesAll(draft)
        || input.stored().filter(b -> isOpen(b) && isCreator(b, input.caller())).isPresent();
  }

  static boolean isChecked(Draft draft) {
    return draft.is(USER) && draft.input().caller().kind() != RuleCaller.Kind.SYSTEM;
  }

  private static boolean administrates(RuleCaller caller) {
    return caller.rights().administrator();
  }

  /** Whether the record is not bound to a person yet. */
  static boolean isOpen(ObjectNode user) {
    return user.path("status").asText().equals("INVITED") && !user.hasNonNull("subject");
  }

  private static boolean isCreator(ObjectNode stored, RuleCaller caller) {
    Optional<UUID> creator =
        Draft.uuidOf(stored.path(CommonAttributes.CREATED_BY_USER_ID).asText(""));
    return caller.userId().isPresent()
        ? creator.equals(caller.userId())
        : creator.isEmpty()
            && caller.clientId().isPresent()
            && stored.path(CommonAttributes.CLIENT_ID).asText("").equals(caller.clientId().get());
  }
}
