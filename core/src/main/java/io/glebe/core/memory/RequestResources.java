package io.glebe.core.memory;

import io.glebe.core.thread.Departure;

/**
 * What long work for a request needs to know of it.
 *
 * @param memory of its result and response; grown before each part of the result is read
 * @param departure of its client; the work ends with it
 */
public record RequestResources(MemoryBudget.Lease memory, Departure departure) {
  /** Resources without limits and without a client, for work of the platform itself. */
  public static RequestResources unlimited() {
    MemoryBudget budget = new MemoryBudget("results", Long.MAX_VALUE, Long.MAX_VALUE);
    return new RequestResources(budget.lease("platform"), new Departure());
  }
}
