package io.glebe.core.catalogue;

import java.util.Locale;

/**
 * An operation on the records of an entity. The name in lower case is the action of a permission.
 */
public enum RecordOperation {
  CREATE,
  READ,
  UPDATE,
  DELETE;

  /** Returns the part of a permission after the colon. */
  public String action() {
    return name().toLowerCase(Locale.ROOT);
  }
}
