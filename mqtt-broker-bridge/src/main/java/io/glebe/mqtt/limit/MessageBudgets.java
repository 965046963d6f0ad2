package io.glebe.mqtt.limit;

import io.glebe.core.access.Caller;
import io.glebe.core.connection.ClientNetwork;
import java.net.InetAddress;
import java.util.Optional;

/**
 * The bytes that all connections of one server share: before the sign-in by address, and then by
 * account. Thread-safe.
 */
public final class MessageBudgets {
  /** A trusted proxy, whose address many clients share, may hold half of the bytes. */
  private static final int PROXY_PART = 2;

  /** Groups without a connected client keep this part of what may wait for connected ones. */
  private static final int KEPT_PART = 8;

  private final MqttLimits.Shares limits;
  private final long ofAccount;
  private final ByteBudget signIn;
  private final ByteBudget underWay;
  private final ByteBudget queued;
  private final ByteBudget kept;
  private final ByteBudget wills;

  public MessageBudgets(MqttLimits limits) {
    this.limits = limits.shares();
    ofAccount = this.limits.ofAccount(limits.messageBytes());
    signIn = new ByteBudget(this.limits.signIn());
    underWay = new ByteBudget(limits.messageBytes());
    kept = new ByteBudget(limits.messageBytes() / KEPT_PART);
    queued = new ByteBudget(limits.messageBytes() - limits.messageBytes() / KEPT_PART);
    wills = new ByteBudget(this.limits.wills());
  }

  /** The share of an address of {@link #signIn()}. */
  public ByteBudget.Share signIn(Optional<InetAddress> address) {
    boolean proxy = address.filter(limits.proxies()::contains).isPresent();
    long most = proxy ? limits.signIn() / PROXY_PART : limits.signInOfAddress();
    return signIn.share(address.map(ClientNetwork::of).orElse(""), most);
  }

  /** The share of an account of {@link #underWay()}. */
  public ByteBudget.Share underWay(Caller account) {
    return underWay.share(account.subjectId(), ofAccount);
  }

  /** The share of an account of {@link #queued()}. */
  public ByteBudget.Share queued(Caller account) {
    return queued.share(account.subjectId(), ofAccount);
  }

  /** The share of an account of {@link #kept()}. */
  public ByteBudget.Share kept(Caller account) {
    return kept.share(account.subjectId(), ofAccount / KEPT_PART);
  }

  /** The share of an account of the wills of connected clients. */
  public ByteBudget.Share wills(Caller account) {
    return wills.share(account.subjectId(), limits.ofAccount(limits.wills()));
  }

  /** The bytes of clients that have not signed in. */
  public ByteBudget signIn() {
    return signIn;
  }

  /** The bytes of messages that are being received or stored. */
  public ByteBudget underWay() {
    return underWay;
  }

  /** The bytes of messages that wait for their subscribers. */
  public ByteBudget queued() {
    return queued;
  }

  /** The bytes of messages that groups keep while all of their clients are away. */
  public ByteBudget kept() {
    return kept;
  }
}
