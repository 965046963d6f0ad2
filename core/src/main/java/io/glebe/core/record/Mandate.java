package io.glebe.core.record;

import java.util.Optional;
import java.util.UUID;

/**
 * What a door adds to the rights of its caller; nothing for the doors of the records themselves.
 *
 * @param administration whether this is the administration of users, which alone changes to whom a
 *     User record is bound (rule V31)
 * @param introduced a User that the caller may refer to although it is out of reach, because he
 *     named it by its address
 * @param claim an address that must still be free
 */
public record Mandate(
    boolean administration, Optional<UUID> introduced, Optional<AddressClaim> claim) {
  public static final Mandate NONE = new Mandate(false, Optional.empty(), Optional.empty());
  public static final Mandate ADMINISTRATION =
      new Mandate(true, Optional.empty(), Optional.empty());

  public static Mandate introducing(UUID user) {
    return new Mandate(false, Optional.of(user), Optional.empty());
  }

  /** Writes a User as long as nobody else has the address. */
  public static Mandate claiming(AddressClaim claim) {
    return new Mandate(false, Optional.empty(), Optional.of(claim));
  }
}
