package io.glebe.core.record.person;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.access.CallerKind;
import io.glebe.core.catalogue.EntityType;
import io.glebe.core.catalogue.PersonAttributes;
import io.glebe.core.json.Json;
import io.glebe.core.json.UuidSyntax;
import io.glebe.core.record.table.Sql;
import io.glebe.core.record.table.StoredRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The part of a User record that a caller sees. The person and platform administrators see all of
 * it. Other callers with access to the record see {@link PersonAttributes#SHOWN}, the common
 * attributes, and the entries of organizations and roles that belong to organizations the caller
 * has access to; roles of the platform are hidden. The caller who invited the person sees all
 * attributes except those entries, which others may have written, until the record is bound to a
 * sign-in. Records of other entity types are never changed.
 */
public final class PersonView {
  public static final String ORGANIZATIONS = "organizationIds";
  public static final String ROLES = "roleIds";
  static final String SIGN_IN = "lastSignInAt";

  private final Caller caller;

  public PersonView(Caller caller) {
    this.caller = caller;
  }

  /** Whether the records of this collection are people. */
  public static boolean concerns(EntityType type) {
    return type.name().equals(PersonAttributes.ENTITY);
  }

  /** Whether the caller sees all attributes of all people. */
  boolean seesEverybody() {
    return caller.kind() == CallerKind.SYSTEM || caller.grants().isAdministrator();
  }

  /** Whether the caller sees all attributes of this person. */
  boolean seesAll(StoredRecord person) {
    return seesEverybody() || caller.userId().filter(person.id()::equals).isPresent();
  }

  /** Whether the caller created this record and it is not bound to a person yet. */
  private boolean isInvited(StoredRecord person) {
    Optional<UUID> creator = person.provenance().createdByUserId();
    if (creator.isEmpty() || !creator.equals(caller.personId())) {
      return false;
    }
    ObjectNode attributes = person.attributes();
    return attributes.path("status").asText().equals("INVITED") && !attributes.has("subject");
  }

  /** Organizations whose entries in other people's records the caller sees. */
  Set<UUID> organizations() {
    Set<UUID> reached = new HashSet<>(caller.grants().organizations());
    reached.addAll(caller.grants().memberships());
    return reached;
  }

  /**
   * The person as the caller sees it.
   *
   * @param roles the roles of the person that belong to {@link #organizations}
   * @param signIns time of the last sign-in as text, by user id
   */
  StoredRecord seen(StoredRecord person, Set<UUID> roles, Map<UUID, String> signIns) {
    ObjectNode all = person.attributes();
    if (seesAll(person)) {
      String at = signIns.get(person.id());
      return at == null ? person : with(person, all.put(SIGN_IN, at));
    }
    ObjectNode shown = Json.object();
    if (isInvited(person)) {
      shown.setAll(all);
      shown.remove(List.of(ORGANIZATIONS, ROLES));
    } else {
      PersonAttributes.SHOWN.stream()
          .filter(all::has)
          .forEach(name -> shown.set(name, all.get(name)));
    }
    entries(all, ORGANIZATIONS, organizations(), shown);
    entries(all, ROLES, roles, shown);
    return with(person, shown);
  }

  private static void entries(ObjectNode all, String name, Set<UUID> reached, ObjectNode shown) {
    ArrayNode kept = Json.object().putArray(name);
    all.path(name)
        .forEach(
            entry -> {
              if (UuidSyntax.parse(entry.asText()).filter(reached::contains).isPresent()) {
                kept.add(entry);
              }
            });
    if (!kept.isEmpty()) {
      shown.set(name, kept);
    }
  }

  private static StoredRecord with(StoredRecord person, ObjectNode attributes) {
    return new StoredRecord(
        person.id(), person.scope(), Json.write(attributes), person.version(), person.provenance());
  }

  /** Ids of the roles of a person. */
  static Set<UUID> roles(StoredRecord person) {
    Set<UUID> roles = new HashSet<>();
    person
        .attributes()
        .path(ROLES)
        .forEach(role -> UuidSyntax.parse(role.asText()).ifPresent(roles::add));
    return roles;
  }

  /**
   * Restricts a filter on the row {@code t} of the users to people whose filtered attribute the
   * caller sees, so that a filter never reveals an attribute that the record hides.
   */
  public void restrict(Sql sql, String attribute, String value) {
    if (seesEverybody()
        || PersonAttributes.SHOWN.contains(attribute)
        || isEntry(attribute, value)) {
      return;
    }
    sql.add(" and (false");
    caller.userId().ifPresent(self -> sql.add(" or t.id = ").bind(self));
    if (!attribute.equals(ORGANIZATIONS) && !attribute.equals(ROLES)) {
      caller
          .personId()
          .ifPresent(
              self ->
                  sql.add(" or (t.created_by_user_id = ")
                      .bind(self)
                      .add(" and t.doc ->> 'status' = 'INVITED' and t.doc ->> 'subject' is null)"));
    }
    if (attribute.equals(ROLES)) {
      sql.add(" or exists (select from record.roles r where r.id = ")
          .bind(UUID.fromString(value))
          .add(" and r.organization_id = any(")
          .bind(organizations().toArray(UUID[]::new))
          .add("))");
    }
    sql.add(")");
  }

  private boolean isEntry(String attribute, String value) {
    return attribute.equals(ORGANIZATIONS)
        && UuidSyntax.parse(value).filter(organizations()::contains).isPresent();
  }
}
