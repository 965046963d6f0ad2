package io.glebe.core.record.rule.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A query of a rule about other records. Lookups are values: equal lookups are sent once.
 *
 * @param <A> type of the answer
 */
public sealed interface Lookup<A> {

  /** The record of that entity type and id; it is share-locked until the end of the transaction. */
  record Fetch(String entity, UUID id) implements Lookup<Optional<ReferencedRecord>> {}

  /**
   * The position that {@code self} would have in the hierarchy of {@code entity} along {@code
   * reference} (a reference or an array of them), with {@code parents} as its parents. Walks stop
   * after {@value Lineage#MAX_LEVELS} levels.
   */
  record Lineage(String entity, String reference, UUID self, Set<UUID> parents)
      implements Lookup<HierarchyPosition> {
    /** Maximum levels of a hierarchy. */
    public static final int MAX_LEVELS = 64;

    public Lineage {
      parents = Set.copyOf(parents);
    }
  }

  /**
   * Answer to {@link Lineage}.
   *
   * @param reachesSelf whether a parent is {@code self} or has it as an ancestor
   * @param above levels above: 1 when the parents have no parents themselves
   * @param below levels of descendants below {@code self}; 0 for a leaf
   */
  record HierarchyPosition(boolean reachesSelf, int above, int below) {}

  /**
   * Another record (not {@code self}) of {@code entity} with these values of a business key; values
   * are in comparable form, an empty one means that the attribute is absent.
   */
  record KeyHolder(String entity, List<String> attributes, List<Optional<String>> values, UUID self)
      implements Lookup<Optional<UUID>> {
    public KeyHolder {
      attributes = List.copyOf(attributes);
      values = List.copyOf(values);
    }
  }

  /**
   * Another record (not {@code self}) of {@code entity} with exactly these identifiers of a
   * partner, within the scope. With {@link ExternalScope.OfMaker} the pair is locked for the
   * transaction.
   */
  record ExternalIdHolder(
      String entity, ExternalScope scope, String provider, String externalId, UUID self)
      implements Lookup<Optional<UUID>> {}

  /** The scope in which partner identifiers are unique. */
  sealed interface ExternalScope {
    record OfFarm(UUID farm) implements ExternalScope {}

    record OfOrganization(UUID organization) implements ExternalScope {}

    /**
     * Among the records that the caller created. Records that others created do not count, even
     * when he has access to them.
     */
    record OfMaker() implements ExternalScope {}
  }

  /**
   * Whether a report in SUBMITTED or a later state, of the record's farm or organization, lists the
   * record; never true for people, assignments, roles and organizations.
   */
  record Reported(String entity, UUID id) implements Lookup<Boolean> {}

  /**
   * Up to 20 records that refer to the record or to one of its owned records; also records whose
   * createdByJobId, or AuditLog entries whose changedByJobId, name a job, and submitted reports
   * that list the record. Not counted: the record itself, owned records, dangling references, and
   * records of other farms and organizations that the caller may not change.
   */
  record Dependents(String entity, UUID id) implements Lookup<List<Dependent>> {}

  /** A record of {@code entity} whose {@code attribute} blocks a deletion. */
  record Dependent(String entity, String attribute, UUID id) {}

  /** Sum of rationShare over the other components (not {@code self}) of a ration; 0 without any. */
  record SiblingShares(UUID feedRation, UUID self) implements Lookup<BigDecimal> {}

  /**
   * Whether the farm has another assignment (not {@code self}) whose period includes now and has no
   * end, and whose role grants accessAssignment:create; the farm's assignments are locked until the
   * end of the transaction.
   */
  record OtherAdministrator(UUID farm, UUID self) implements Lookup<Boolean> {}

  /** The farms on which the person has an active assignment with accessAssignment:create. */
  record AdministeredFarms(UUID user) implements Lookup<Set<UUID>> {}

  /**
   * The number of farms on which nobody but {@code user} has an active assignment whose role grants
   * accessAssignment:create; the assignments of all of them are locked until the end of the
   * transaction.
   */
  record FarmsWithoutAdministrator(Set<UUID> farms, UUID user) implements Lookup<Integer> {
    public FarmsWithoutAdministrator {
      farms = Set.copyOf(farms);
    }
  }

  /**
   * The farms on which the role is assigned, whatever the period; it is not assigned to further
   * farms until the end of the transaction.
   */
  record AssignedFarms(UUID role) implements Lookup<Set<UUID>> {}

  /**
   * Whether a role of that organization is assigned on the farm; none is assigned there until the
   * end of the transaction.
   */
  record RolesAssigned(UUID farm, UUID organization) implements Lookup<Boolean> {}

  /**
   * Whether there is a farm on which only this role gives access, or on which it is assigned and
   * nobody gives access; assignments and roles are locked until the end of the transaction.
   */
  record OnlyByRole(UUID role) implements Lookup<Boolean> {}

  /**
   * Whether anyone but the caller has changed the User record or given it access to a farm; a
   * caller cannot decide about an invitation that others use.
   */
  record SharedInvitation(UUID user) implements Lookup<Boolean> {}

  /** Whether a CodeMapping has the concept under that scheme; used in strict mode only. */
  record ConceptKnown(String scheme, String uri) implements Lookup<Boolean> {}

  /**
   * Whether the datastream of the sensor service belongs to the farm; it is not deleted until the
   * end of the transaction.
   */
  record DatastreamOfFarm(long datastream, UUID farm) implements Lookup<Boolean> {}

  /**
   * The number of records of {@code entity} that the farm has besides {@code self}; none is added
   * until the end of the transaction.
   */
  record RecordsOfFarm(String entity, UUID farm, UUID self) implements Lookup<Integer> {}

  /** The ActivityResource records of an activity, each with the Product it names. */
  record Resources(UUID activity) implements Lookup<List<Resource>> {}

  /** One resource of an activity, with the product when there is one. */
  record Resource(ObjectNode document, Optional<ObjectNode> product) {}
}
