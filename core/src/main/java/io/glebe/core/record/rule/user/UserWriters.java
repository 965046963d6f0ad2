package io.glebe.core.record.rule.user;

import static io.glebe.core.record.rule.user.UserWriteRole.ADMINISTRATOR;
import static io.glebe.core.record.rule.user.UserWriteRole.INVITER;
import static io.glebe.core.record.rule.user.UserWriteRole.OPERATION;
import static io.glebe.core.record.rule.user.UserWriteRole.SELF;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.core.catalogue.Attribute;
import io.glebe.core.catalogue.CommonAttributes;
import io.glebe.core.catalogue.PersonAttributes;
import io.glebe.core.problem.ProblemType;
import io.glebe.core.problem.Violation;
import io.glebe.core.record.rule.draft.Draft;
import io.glebe.core.record.rule.draft.Rule;
import io.glebe.core.record.rule.draft.RuleInput;
import io.glebe.core.record.rule.lookup.Lookup;
import io.glebe.core.record.rule.lookup.LookupResults;
import io.glebe.core.record.rule.value.Findings;
import io.glebe.core.record.rule.value.Pointers;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * V31: the attributes of a User that each role of a caller may write. Identity belongs to the
 * platform, display attributes to the person, and membership to each organization ({@link
 * UserMemberships}); a role on a farm gives no right here.
 *
 * <p>An attribute that the caller may not write and a replacement leaves out is kept, because he
 * may not even see it. Sending its stored value is no change and is accepted, unless he does not
 * see it: the answer would tell him that he guessed right.
 */
public final class UserWriters implements Rule {
  static final String RULE = "V31";
  static final String STATUS = "status";
  private static final String INVITED = "INVITED";

  /**
   * The roles that may write an attribute when the record is created; every creator may write the
   * others.
   */
  private static final Map<String, Set<UserWriteRole>> ON_CREATION =
      Map.of(
          "issuer",
          Set.of(ADMINISTRATOR),
          "subject",
          Set.of(ADMINISTRATOR),
          STATUS,
          Set.of(ADMINISTRATOR));

  /** The roles that may write an attribute of a stored record. */
  private static final Map<String, Set<UserWriteRole>> LATER =
      Map.of(
          "issuer",
          Set.of(OPERATION),
          "subject",
          Set.of(OPERATION),
          "email",
          Set.of(ADMINISTRATOR, INVITER),
          STATUS,
          Set.of(ADMINISTRATOR));

  /** Name, phone, language, time zone, and other attributes of clients. */
  private static final Set<UserWriteRole> DISPLAY = Set.of(SELF, ADMINISTRATOR, INVITER);

  @Override
  public void requestLookups(Draft draft, LookupResults results, Consumer<Lookup<?>> lookups) {
    if (UserWriteRole.isChecked(draft)) {
      UserWriteRole.lookup(draft).ifPresent(lookups);
      UserMemberships.requestLookups(draft, lookups);
    }
  }

  /** A caller who may not set the status creates invited people. */
  public static void invite(Draft draft) {
    boolean invites =
        UserWriteRole.isChecked(draft)
            && draft.creation()
            && !draft.input().caller().rights().administrator()
            && !draft.input().body().has(STATUS);
    if (invites) {
      draft.set(STATUS, INVITED);
    }
  }

  /** A subject without issuer belongs to the configured issuer, which has one name. */
  public static void issuer(Draft draft) {
    String issuer = draft.settings().defaultIssuer();
    boolean byAddress =
        draft.text("issuer").filter(draft.settings()::isDefaultByAddress).isPresent();
    boolean left = draft.has("subject") && !draft.has("issuer");
    if (draft.is("User") && !issuer.isEmpty() && (left || byAddress)) {
      draft.set("issuer", issuer);
    }
  }

  /** Restores attributes that a replacement leaves out and the caller may not write. */
  public static void keep(Draft draft, LookupResults results) {
    if (!UserWriteRole.isChecked(draft) || draft.creation()) {
      return;
    }
    UserWriteRole.of(draft, results)
        .ifPresent(
            roles -> {
              if (draft.input().verb() != RuleInput.Verb.PATCH) {
                keep(draft, roles);
              }
              UserMemberships.merge(draft, results, roles);
            });
  }

  private static void keep(Draft draft, Set<UserWriteRole> roles) {
    for (Map.Entry<String, JsonNode> e : draft.stored().orElseThrow().properties()) {
      String name = e.getKey();
      boolean kept = isOwn(draft, name) && !draft.input().body().has(name);
      if (kept && !mayWrite(draft, name, roles)) {
        draft.set(name, e.getValue());
      }
    }
  }

  @Override
  public void check(Draft draft, LookupResults results, Findings findings) {
    if (!UserWriteRole.isChecked(draft)) {
      return;
    }
    Set<UserWriteRole> roles = UserWriteRole.of(draft, results).orElse(Set.of());
    boolean sees = UserWriteRole.seesAttributes(draft);
    for (String name : names(draft)) {
      boolean unseen = !PersonAttributes.SHOWN.contains(name) && !sees;
      boolean sent = draft.changed(name) || unseen;
      if (sent && isOwn(draft, name) && !mayWrite(draft, name, roles) && !invitation(draft, name)) {
        refuse(name, roles, findings);
      }
    }
    UserMemberships.check(draft, results, roles, findings);
  }

  private static Set<String> names(Draft draft) {
    Set<String> names = new TreeSet<>();
    draft.input().body().fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Whether this is an attribute of the person, neither the server's nor a membership. */
  private static boolean isOwn(Draft draft, String name) {
    return !CommonAttributes.ALL.contains(name)
        && !CommonAttributes.KEYWORDS.contains(name)
        && !UserMemberships.NAMES.contains(name)
        && draft.type().attribute(name).filter(Attribute::readOnly).isEmpty();
  }

  private static boolean mayWrite(Draft draft, String name, Set<UserWriteRole> roles) {
    Set<UserWriteRole> writers =
        draft.creation()
            ? ON_CREATION.getOrDefault(name, Set.of(ADMINISTRATOR, INVITER))
            : LATER.getOrDefault(name, DISPLAY);
    return !Collections.disjoint(writers, roles);
  }

  private static boolean invitation(Draft draft, String name) {
    return draft.creation()
        && name.equals(STATUS)
        && draft.text(STATUS).filter(INVITED::equals).isPresent();
  }

  private static void refuse(String name, Set<UserWriteRole> roles, Findings findings) {
    boolean elsewhere = roles.contains(ADMINISTRATOR);
    String detail =
        elsewhere
            ? name + " of a person is changed by PATCH /v1/admin/users/{userId} alone"
            : "the caller does not write " + name + " of this person";
    findings.add(ProblemType.FORBIDDEN, Violation.at(RULE, Pointers.to(name), detail));
  }
}
