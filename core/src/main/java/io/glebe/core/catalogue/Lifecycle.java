package io.glebe.core.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The state model of an entity.
 *
 * @param attribute the attribute that holds the state
 * @param initial states a creation may have; the first stands in messages first
 * @param transitions moves that callers may make
 * @param systemTransitions moves that only the platform's own workers make
 * @param terminal states without a way out
 * @param sets the timestamp attribute the server fills on entering a state, when absent
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

  /** States reachable from {@code state} in one move of a caller. */
  public List<String> next(String state) {
    return transitions.getOrDefault(state, List.of());
  }

  /**
   * Whether a move is allowed; staying is no move. {@code system} adds the platform's own moves.
   */
  public boolean allows(String from, String to, boolean system) {
    return from.equals(to)
        || next(from).contains(to)
        || (system && systemTransitions.getOrDefault(from, List.of()).contains(to));
  }

  /** The timestamp attribute to fill on entering {@code state}. */
  public Optional<String> stampOf(String state) {
    return Optional.ofNullable(sets.get(state));
  }
}
