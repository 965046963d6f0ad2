package io.glebe.core.access;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Notifies subscribers in this process of rights and credentials that may have been lost, in the
 * order of their subscriptions. It is created before the services that report changes and those
 * that follow them. Subscribers are called before the writer receives its response and must not
 * block. Thread-safe.
 */
public final class AccessChanges {
  /** Closing ends the notifications. */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  private record Subscriber(Runnable rights, Runnable credentials) {}

  private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();

  /**
   * Adds a subscriber.
   *
   * @param rights called when a user may have lost a right
   * @param credentials called when a token, a sign-in or an account may have ended
   */
  public Subscription subscribe(Runnable rights, Runnable credentials) {
    Subscriber added = new Subscriber(rights, credentials);
    subscribers.add(added);
    return () -> subscribers.remove(added);
  }

  /** Reports that a user may have lost a right. */
  public void rightsChanged() {
    subscribers.forEach(subscriber -> subscriber.rights().run());
  }

  /** Reports that a token, a sign-in or an account may have ended. */
  public void credentialsChanged() {
    subscribers.forEach(subscriber -> subscriber.credentials().run());
  }
}
