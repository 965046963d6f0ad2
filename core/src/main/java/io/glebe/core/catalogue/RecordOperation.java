package io.glebe.core.catalogue;

import java.util.Locale;

/**
 * What may be done to records of an entity; the name in lower case is the action of a permission.
 */
public enum RecordOperation {
  CREATE,
  READ,
  UPDATE,
  DELETE;

  /** The part of a permission after the colon. */
  public String action() {
    return name().toLowerCase(Locale.ROOT);
  }
}
