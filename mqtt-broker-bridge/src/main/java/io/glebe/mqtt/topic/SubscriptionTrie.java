package io.glebe.mqtt.topic;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The subscriptions by topic: one node per level, so that matching a name does not examine every
 * filter. Thread-safe.
 *
 * @param <S> a subscriber
 */
public final class SubscriptionTrie<S> {
  private static final class Node<S> {
    private final Map<String, Node<S>> children = new HashMap<>();
    private final Map<S, Map<String, Subscription>> subscribers = new HashMap<>();

    boolean isEmpty() {
      return children.isEmpty() && subscribers.isEmpty();
    }
  }

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Node<S> root = new Node<>();
  private volatile int size;

  /** Adds a subscription or replaces the one with the same text; returns whether it is new. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held, read without
  public boolean add(Subscription subscription, S subscriber) {
    lock.writeLock().lock();
    try {
      Node<S> node = root;
      for (String level : subscription.filter().levels()) {
        node = node.children.computeIfAbsent(level, l -> new Node<>());
      }
      boolean fresh =
          node.subscribers
                  .computeIfAbsent(subscriber, s -> new LinkedHashMap<>())
                  .put(subscription.text(), subscription)
              == null;
      size += fresh ? 1 : 0;
      return fresh;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Removes a subscription; returns whether there was one. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // written with the lock held, read without
  public boolean remove(Subscription subscription, S subscriber) {
    lock.writeLock().lock();
    try {
      boolean removed = remove(root, subscription, 0, subscriber);
      size -= removed ? 1 : 0;
      return removed;
    } finally {
      lock.writeLock().unlock();
    }
  }

  private static <S> boolean remove(
      Node<S> node, Subscription subscription, int depth, S subscriber) {
    List<String> levels = subscription.filter().levels();
    if (depth == levels.size()) {
      Map<String, Subscription> own = node.subscribers.get(subscriber);
      if (own == null || own.remove(subscription.text()) == null) {
        return false;
      }
      if (own.isEmpty()) {
        node.subscribers.remove(subscriber);
      }
      return true;
    }
    Node<S> child = node.children.get(levels.get(depth));
    if (child == null) {
      return false;
    }
    boolean removed = remove(child, subscription, depth + 1, subscriber);
    if (child.isEmpty()) {
      node.children.remove(levels.get(depth));
    }
    return removed;
  }

  /** Returns the subscribers of a name, each with all of its subscriptions that match. */
  public Map<S, List<Subscription>> match(String name) {
    if (size == 0) {
      return Map.of();
    }
    Map<S, List<Subscription>> matches = new HashMap<>();
    lock.readLock().lock();
    try {
      collect(root, TopicFilter.levels(name), 0, matches);
    } finally {
      lock.readLock().unlock();
    }
    return matches;
  }

  private static <S> void collect(
      Node<S> node, List<String> levels, int depth, Map<S, List<Subscription>> matches) {
    boolean reserved = depth == 0 && levels.getFirst().startsWith("$");
    Node<S> rest = node.children.get(TopicFilter.REST);
    if (rest != null && !reserved) {
      take(rest, matches);
    }
    if (depth == levels.size()) {
      take(node, matches);
      return;
    }
    Node<S> exact = node.children.get(levels.get(depth));
    if (exact != null) {
      collect(exact, levels, depth + 1, matches);
    }
    Node<S> one = node.children.get(TopicFilter.ONE);
    if (one != null && !reserved) {
      collect(one, levels, depth + 1, matches);
    }
  }

  private static <S> void take(Node<S> node, Map<S, List<Subscription>> matches) {
    node.subscribers.forEach(
        (subscriber, own) ->
            matches.computeIfAbsent(subscriber, s -> new ArrayList<>()).addAll(own.values()));
  }

  /** Returns the number of subscriptions. */
  public int size() {
    return size;
  }
}
