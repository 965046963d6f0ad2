package io.glebe.core.record.write;

import io.glebe.core.record.person.AddressClaim;
import java.util.Optional;
import java.util.UUID;

/**
 * Rights that an endpoint adds to the rights of its caller; the record endpoints add none.
 *
 * @param administration whether this is the administration of users, the only endpoint that changes
 *     the binding of a User record (rule V31), or the registry of services, the only one that
 *     changes the state of a registered service
 * @param introduced a User without access of the caller, to which he may refer because he named its
 *     address
 * @param claim an address that must still be free
 */
public record EndpointGrant(
    boolean administration, Optional<UUID> introduced, Optional<AddressClaim> claim) {
  public static final EndpointGrant NONE =
      new EndpointGrant(false, Optional.empty(), Optional.empty());
  public static final EndpointGrant ADMINISTRATION =
      new EndpointGrant(true, Optional.empty(), Optional.empty());

  public static EndpointGrant introducing(UUID user) {
    return new EndpointGrant(false, Optional.of(user), Optional.empty());
  }

  /** Writes a User as long as nobody else has the address. */
  public static EndpointGrant claiming(AddressClaim claim) {
    return new EndpointGrant(false, Optional.empty(), Optional.of(claim));
  }
}
