package io.glebe.mqtt.ingest;

/**
 * What became of a message.
 *
 * @param detail why it was refused; empty for a stored one
 */
public record Verdict(MessageOutcome outcome, String detail) {
  /** A message whose sender may not publish any more. */
  public static final Verdict ACCOUNT_ENDED =
      new Verdict(MessageOutcome.NOT_ALLOWED, "the account has ended");

  public byte reason() {
    return outcome.reason();
  }

  public boolean isStored() {
    return outcome.isStored();
  }
}
