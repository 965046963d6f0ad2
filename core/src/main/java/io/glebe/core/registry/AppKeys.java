package io.glebe.core.registry;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.database.Transaction;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.Violation;
import io.glebe.core.registry.manifest.AppManifest;
import io.glebe.zarr.digest.Sha256;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Keys of apps that no other app may name: with a foreign key, the owner of that key could act as
 * both apps, and one app could hide behind the other. As with names, drafts hold no key, and a key
 * that was submitted belongs to its app for good.
 */
final class AppKeys {
  private AppKeys() {}

  /** Fails with 422 for each key of another app. */
  static void requireOwn(Transaction tx, UUID app, AppManifest manifest) {
    List<Violation> foreign = new ArrayList<>();
    for (int i = 0; i < manifest.publicKeys().size(); i++) {
      if (isForeign(tx, app, digest(manifest.publicKeys().get(i)))) {
        foreign.add(
            Violation.at("foreign-key", "/publicKeys/" + i, "this is the key of another app"));
      }
    }
    if (!foreign.isEmpty()) {
      throw Problem.invalid(foreign);
    }
  }

  /** Takes the keys of a version that is submitted; 409 when another app has one of them. */
  static void take(Transaction tx, UUID app, AppManifest manifest) {
    Set<String> inOrder = new TreeSet<>();
    manifest.publicKeys().forEach(key -> inOrder.add(digest(key)));
    for (String digest : inOrder) {
      tx.execute(
          """
          insert into registry.app_key (digest, app_id) values ($1, $2)
          on conflict (digest) do nothing
          """,
          digest,
          app);
      if (isForeign(tx, app, digest)) {
        throw Problem.conflict("another app has one of the public keys");
      }
    }
  }

  private static boolean isForeign(Transaction tx, UUID app, String digest) {
    return tx.first(
            "select 1 from registry.app_key where digest = $1 and app_id <> $2", digest, app)
        .isPresent();
  }

  /** The same for all texts of one key. */
  private static String digest(JWK key) {
    try {
      byte[] encoded = ((AsymmetricJWK) key).toPublicKey().getEncoded();
      return HexFormat.of().formatHex(Sha256.of(encoded));
    } catch (JOSEException e) {
      throw new IllegalStateException("an accepted key cannot be read", e);
    }
  }
}
