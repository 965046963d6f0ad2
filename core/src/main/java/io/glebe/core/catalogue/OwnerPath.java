package io.glebe.core.catalogue;

import java.util.List;

/**
 * One path from a record to the farm or organization whose permissions apply. The first path with a
 * value is used.
 */
public sealed interface OwnerPath {

  /**
   * A chain of references, e.g. {@code [regionId, fieldId, farmId]}; the last one names the farm.
   */
  record ThroughFarm(List<String> chain) implements OwnerPath {
    public ThroughFarm {
      chain = List.copyOf(chain);
    }
  }

  /** The record is itself the farm. */
  record FarmItself() implements OwnerPath {}

  /** The organizations that {@code via} names; {@code id} for the organization itself. */
  record ThroughOrganization(String via) implements OwnerPath {}

  /** The same owner as the record that {@code reference} names. */
  record Like(String reference) implements OwnerPath {}

  /** Only the person or client that created the record. */
  record CreatorOnly() implements OwnerPath {}

  /** The record belongs to the platform. */
  record OfPlatform() implements OwnerPath {}
}
