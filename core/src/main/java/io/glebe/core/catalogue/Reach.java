package io.glebe.core.catalogue;

import java.util.List;

/**
 * One way in which a record reaches the farm or organization whose permissions decide; the first
 * that is set counts.
 */
public sealed interface Reach {

  /** Through references, e.g. {@code [regionId, fieldId, farmId]}; the last one names the farm. */
  record ThroughFarm(List<String> chain) implements Reach {
    public ThroughFarm {
      chain = List.copyOf(chain);
    }
  }

  /** The record is itself the farm. */
  record FarmItself() implements Reach {}

  /** Through the organizations named by {@code via}; {@code id} for the organization itself. */
  record ThroughOrganization(String via) implements Reach {}

  /** As the record that {@code reference} names. */
  record Like(String reference) implements Reach {}

  /** Only the person or client that created it. */
  record CreatorOnly() implements Reach {}

  /** Belongs to the platform. */
  record OfPlatform() implements Reach {}
}
