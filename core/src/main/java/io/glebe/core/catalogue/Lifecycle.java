package io.glebe.core.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state model of an entity.
 *
 * @param attribute the attribute that holds the state
 * @param initial permitted states of a new record; messages name the first one first
 * @param transitions transitions that callers may make
 * @param systemTransitions transitions that only the platform's own workers make
 * @param terminal states without further transitions
 * @param sets timestamp attribute that the server fills on entering a state, when it is absent
 * @param immutableFrom states in which no caller may change or delete the record
 */
public record Lifecycle(
    String attribute,
    List<String> initial,
    Map<String, List<String>> transitions,
    Map<String, List<String>> systemTransitions,
    Set<String> terminal,
    Map<String, String> sets,
    Set<String> immutableFrom) {

  /** Returns the states that a caller can reach from {@code state} in one transition. */
  public List<String> next(String state) {
    return transitions.getOrDefault(state, List.of());
  }

  /**
   * Returns whether a transition is permitted; an unchanged state is not a transition. {@code
   * system} includes the transitions of the platform.
   */
  public boolean allows(String from, String to, boolean system) {
    return from.equals(to)
        || next(from).contains(to)
        || (system && systemTransitions.getOrDefault(from, List.of()).contains(to));
  }

  /** Returns the timestamp attribute to fill on entering {@code state}. */
  public Optional<String> stampOf(String state) {
    return Optional.ofNullable(sets.get(state));
  }
}
