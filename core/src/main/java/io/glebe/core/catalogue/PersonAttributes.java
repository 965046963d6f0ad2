package io.glebe.core.catalogue;

import java.util.Set;

/**
 * The attributes of a person that every reader of the record sees. Only some readers see the other
 * attributes.
 */
public final class PersonAttributes {
  /** The entity whose records are people. */
  public static final String ENTITY = "User";

  /** Attributes that every reader sees, in addition to the common ones. */
  public static final Set<String> SHOWN = Set.of("displayName");

  private PersonAttributes() {}

  /**
   * Returns whether every response with a record of this entity contains the attribute when it is
   * required.
   */
  static boolean isShown(EntityType type, Attribute attribute) {
    return !type.name().equals(ENTITY) || SHOWN.contains(attribute.name());
  }
}
