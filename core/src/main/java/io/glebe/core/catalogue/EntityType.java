package io.glebe.core.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One entity type, which describes one kind of record.
 *
 * @param name the entity name, as in {@code @type}
 * @param path last path segment of the collection's URL
 * @param prefix part of its permissions before the colon
 * @param reaches paths to the farm or organization that owns a record, in order
 * @param via the attribute that names the owning organization(s), also for platform records
 * @param sharedInOrganization whether other farms of the organization may refer to its records
 * @param attributes by name, in the order of the declaration, without the common attributes
 * @param extraFilters filters in addition to references, enumerations, originType and farmId
 * @param rules numbers of the rules that have an entity-specific meaning
 * @param owned records that are deleted together with a record of this type
 * @param similarClass corresponding class of another vocabulary, a compact IRI
 */
public record EntityType(
    String name,
    String path,
    String prefix,
    Package modelPackage,
    String description,
    List<OwnerPath> reaches,
    Optional<String> via,
    boolean sharedInOrganization,
    Set<RecordOperation> operations,
    Map<String, Attribute> attributes,
    Optional<Lifecycle> lifecycle,
    List<BusinessKey> businessKeys,
    List<String> extraFilters,
    List<Constraint> constraints,
    Set<String> rules,
    List<Ownership> owned,
    Optional<String> similarClass) {

  /** The package of the data model that contains an entity, such as P3. */
  public record Package(String id, String name) {}

  /** Returns the declared attribute with that name; common attributes are not declared. */
  public Optional<Attribute> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  public boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /** Returns the permission for an operation, such as {@code field:read}. */
  public String permission(RecordOperation operation) {
    return prefix + ":" + operation.action();
  }

  /** Whether callers create and delete records of this type. */
  public boolean writable() {
    return operations.contains(RecordOperation.CREATE);
  }

  /** Whether callers change records of this type, which the platform may have created. */
  public boolean changeable() {
    return operations.contains(RecordOperation.UPDATE);
  }

  /** Uses only the name: types are map keys that every write looks up. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
