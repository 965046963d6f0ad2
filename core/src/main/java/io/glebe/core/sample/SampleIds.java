package io.glebe.core.sample;

import java.util.UUID;

/** Ids of the sample's records, the same on every machine. */
public final class SampleIds {
  /** The organization of {@code owner}. */
  public static final UUID ORGANIZATION = UUID.fromString("5a3d1c00-0000-4000-8000-000000000001");

  /** The farm of {@code owner}. */
  public static final UUID FARM = UUID.fromString("5a3d1c00-0000-4000-8000-000000000002");

  /** The organization of {@code neighbour}. */
  public static final UUID NEIGHBOUR_ORGANIZATION =
      UUID.fromString("5a3d1c00-0000-4000-8000-000000000003");

  /** The farm of {@code neighbour}. */
  public static final UUID NEIGHBOUR_FARM = UUID.fromString("5a3d1c00-0000-4000-8000-000000000004");

  /** A scouting record of field 7 with an attached image. */
  public static final UUID SCOUTING = UUID.fromString("5a3d1c00-0000-4000-800c-000000000003");

  /** The rule that watches the soil moisture of field 7. */
  public static final UUID ALARM_RULE = UUID.fromString("5a3d1c00-0000-4000-800f-000000000001");

  /** Its event. */
  public static final UUID ALARM_EVENT = UUID.fromString("5a3d1c00-0000-4000-800f-000000000002");

  private SampleIds() {}

  /** Returns the id of the field of this parcel. */
  public static UUID field(int parcel) {
    return UUID.fromString("5a3d1c00-0000-4000-8001-%012d".formatted(parcel));
  }
}
