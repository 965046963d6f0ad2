package io.glebe.core.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One kind of record.
 *
 * @param name the entity name, as in {@code @type}
 * @param path last segment of the collection's address
 * @param prefix what stands before the colon of its permissions
 * @param reaches ways to the deciding farm or organization, in order
 * @param via the attribute naming the owning organization(s), also of platform records
 * @param sharedInOrganization whether other farms of the organization may refer to its records
 * @param attributes by name, in the order of the declaration, without the common ones
 * @param extraFilters filters beyond references, enumerations, originType and farmId
 * @param rules numbers of the rules that carry a meaning of their own here
 * @param owned records deleted with a record of this kind
 * @param similarClass class of another vocabulary that corresponds, a compact IRI
 */
public record EntityType(
    String name,
    String path,
    String prefix,
    Package home,
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

  /** The package of the data model an entity belongs to, such as P3. */
  public record Package(String id, String name) {}

  /** The declared attribute of that name; common attributes are not declared. */
  public Optional<Attribute> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  public boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /** The permission for an operation, such as {@code field:read}. */
  public String permission(RecordOperation operation) {
    return prefix + ":" + operation.action();
  }

  public boolean writable() {
    return operations.contains(RecordOperation.CREATE);
  }

  /** Of the name alone: types are keys of maps on the way of every write. */
  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
