package io.glebe.core.identity;

import io.glebe.core.access.Caller;

/**
 * A caller as found a moment ago.
 *
 * @param epoch what {@link Callers} had learnt by then of tokens and grants that hold no longer
 * @param untilMillis the moment, in milliseconds of the epoch of Java, from which it is asked anew
 *     in any case
 */
public record AdmittedCaller(Caller caller, long epoch, long untilMillis) {
  /** One that is good for a single request. */
  static AdmittedCaller once(Caller caller) {
    return new AdmittedCaller(caller, 0, Long.MIN_VALUE);
  }
}
