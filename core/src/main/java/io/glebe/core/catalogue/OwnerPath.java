package io.glebe.core.catalogue;

import java.util.List;

/**
 * One way in which a record reaches the farm or organization whose permissions decide; the first
 * that is set counts.
 */
public sealed interface OwnerPath {

  /** Through references, e.g. {@code [regionId, fieldId, farmId]}; the last one names the farm. */
  record ThroughFarm(List<String> chain) implements OwnerPath {
    public ThroughFarm {
      chain = List.copyOf(chain);
    }
  }

  /** The record is itself the farm. */
  record FarmItself() implements OwnerPath {}

  /** Through the organizations named by {@code via}; {@code id} for the organization itself. */
  record ThroughOrganization(String via) implements OwnerPath {}

  /** As the record that {@code reference} names. */
  record Like(String reference) implements OwnerPath {}

  /** Only the person or client that created it. */
  record CreatorOnly() implements OwnerPath {}

  /** Belongs to the platform. */
  record OfPlatform() implements OwnerPath {}
}
