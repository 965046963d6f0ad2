package io.glebe.core.identity;

import com.nimbusds.jose.jwk.JWK;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** The public keys of the issuer. */
public interface KeySource {
  /**
   * The current keys of the issuer.
   *
   * @param kid id of the key that is needed; an unknown one may cause a fetch
   * @return the keys; fails with the problem {@code too-busy} if none could be fetched so far
   */
  Future<List<JWK>> keys(Optional<String> kid);

  /** Why new keys cannot be fetched at present; empty if they can. */
  Optional<String> failure();
}
