package io.glebe.mqtt.ingest;

/** The outcome of a message. Every outcome is final: the sender may delete the message. */
public enum MessageOutcome {
  /** Committed. */
  STORED(0x00),
  /** An identical observation was committed before. */
  DUPLICATE(0x00),
  /** The service does not have this topic, or it cannot be written. */
  UNKNOWN_TOPIC(0x90),
  /** The datastream does not exist. */
  UNKNOWN_DATASTREAM(0x90),
  /** The account may not write to this datastream. */
  NOT_ALLOWED(0x87),
  /** The payload is not a valid observation. */
  BAD_PAYLOAD(0x99),
  /**
   * The database rejected it: an error of the platform, or the observation was deleted at the same
   * time.
   */
  NOT_STORABLE(0x83);

  private final int reason;

  MessageOutcome(int reason) {
    this.reason = reason;
  }

  /** Returns the reason code of MQTT 5. */
  public byte reason() {
    return (byte) reason;
  }

  /** Returns whether the observation is stored. */
  public boolean isStored() {
    return this == STORED || this == DUPLICATE;
  }
}
