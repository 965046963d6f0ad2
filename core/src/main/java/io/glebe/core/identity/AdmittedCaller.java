package io.glebe.core.identity;

import io.glebe.core.access.Caller;

/**
 * A caller that has been authenticated a short time ago.
 *
 * @param epoch number of changes of tokens and grants which {@link Callers} knew then
 * @param untilMillis time after which it is authenticated again in any case, in milliseconds since
 *     1970
 */
public record AdmittedCaller(Caller caller, long epoch, long untilMillis) {
  /** Valid for a single request. */
  static AdmittedCaller once(Caller caller) {
    return new AdmittedCaller(caller, 0, Long.MIN_VALUE);
  }
}
