package io.glebe.core.catalogue;

import java.util.Set;

/** What of a person everybody sees who reaches the record; the rest is for some readers only. */
public final class PersonAttributes {
  /** The entity whose records are people. */
  public static final String ENTITY = "User";

  /** Attributes which every reader sees, beside the common ones. */
  public static final Set<String> SHOWN = Set.of("displayName");

  private PersonAttributes() {}

  /** Whether every answer with a record of this entity has the attribute, where it is required. */
  static boolean isShown(EntityType type, Attribute attribute) {
    return !type.name().equals(ENTITY) || SHOWN.contains(attribute.name());
  }
}
