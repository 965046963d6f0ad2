package io.glebe.core.identity;

import com.nimbusds.jose.jwk.JWK;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Where the public keys of the issuer come from. */
public interface KeySource {
  /**
   * The issuer's keys of this moment.
   *
   * @param kid key that is looked for; an unknown one may lead to a fetch
   * @return the keys; fails with the problem {@code too-busy} when none were ever fetched
   */
  Future<List<JWK>> keys(Optional<String> kid);

  /** Why fresh keys cannot be had at the moment; empty when all is well. */
  Optional<String> trouble();

  /** Calls back whenever a key has gone, so that what it signed is no longer believed. */
  void onKeyGone(Runnable listener);
}
