package io.glebe.mqtt.ingest;

/** What has become of a message. Every verdict is final: the sender may forget the message. */
public enum MessageOutcome {
  /** Committed. */
  STORED(0x00),
  /** The same observation had been committed before. */
  DUPLICATE(0x00),
  /** The service has no such topic, or one that cannot be written. */
  UNKNOWN_TOPIC(0x90),
  /** There is no such datastream. */
  UNKNOWN_DATASTREAM(0x90),
  /** The account may not write to this datastream. */
  NOT_ALLOWED(0x87),
  /** The payload is no observation. */
  BAD_PAYLOAD(0x99),
  /** The database would not have it: a fault of ours, or the observation was deleted meanwhile. */
  NOT_STORABLE(0x83);

  private final int reason;

  MessageOutcome(int reason) {
    this.reason = reason;
  }

  /** The reason code of MQTT 5. */
  public byte reason() {
    return (byte) reason;
  }

  /** Whether the observation is in the store. */
  public boolean isStored() {
    return this == STORED || this == DUPLICATE;
  }
}
