package io.glebe.core.admission;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Elements of several owners that wait to be handled in groups. A group takes one of each owner
 * after the other, so that what one has waiting does not delay another; those of one owner keep
 * their order. Not thread-safe.
 *
 * @param <O> owners, any value with {@code equals}
 * @param <E> elements
 */
public final class SharedQueue<O, E> {
  private record Waiting<E>(E element, long bytes) {}

  private record Line<O, E>(O owner, Deque<Waiting<E>> waiting) {}

  private final Map<O, Line<O, E>> byOwner = new HashMap<>();

  /** Those who have elements here, the next one first. */
  private final Deque<Line<O, E>> lines = new ArrayDeque<>();

  private final int maxGroup;
  private final long maxGroupBytes;
  private int size;

  /**
   * @param maxGroup most elements of a group
   * @param maxGroupBytes a group ends with the element that reaches this size
   */
  public SharedQueue(int maxGroup, long maxGroupBytes) {
    this.maxGroup = maxGroup;
    this.maxGroupBytes = maxGroupBytes;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** Adds an element with its size. */
  public void add(O owner, E element, long bytes) {
    Line<O, E> line = byOwner.get(owner);
    if (line == null) {
      line = new Line<>(owner, new ArrayDeque<>());
      byOwner.put(owner, line);
      lines.add(line);
    }
    line.waiting().add(new Waiting<>(element, bytes));
    size++;
  }

  /** Removes the next group; it has at least one element unless none waits. */
  public List<E> next() {
    List<E> group = new ArrayList<>();
    long bytes = 0;
    while (group.size() < maxGroup && bytes < maxGroupBytes && !lines.isEmpty()) {
      Waiting<E> next = poll(lines.remove());
      group.add(next.element());
      bytes += next.bytes();
    }
    size -= group.size();
    return group;
  }

  private Waiting<E> poll(Line<O, E> line) {
    Waiting<E> next = line.waiting().remove();
    if (line.waiting().isEmpty()) {
      byOwner.remove(line.owner());
    } else {
      lines.add(line);
    }
    return next;
  }
}
