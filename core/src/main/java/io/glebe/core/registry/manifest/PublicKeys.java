package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Violation;
import java.math.BigInteger;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks and reads public keys of apps and services (RFC 7517): RSA, or EC on a NIST curve. */
public final class PublicKeys {
  private static final int MIN_RSA_BITS = 2048;
  private static final int MAX_RSA_BITS = 8192;
  private static final BigInteger MAX_EXPONENT = BigInteger.ONE.shiftLeft(32);
  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9._~=:/+-]{1,128}");

  /** The form of a number in a key. */
  public static final String NUMBER = "[A-Za-z0-9_-]{1,4000}";

  private static final Pattern BASE64_URL = Pattern.compile(NUMBER);

  /** Members of private and symmetric keys. */
  private static final Set<String> PRIVATE = Set.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

  private static final List<String> COMMON = List.of("kty", "use", "key_ops", "alg", "kid");
  private static final Map<String, List<String>> OWN =
      Map.of("RSA", List.of("n", "e"), "EC", List.of("crv", "x", "y"));
  private static final Map<Curve, String> ALGORITHMS =
      Map.of(Curve.P_256, "ES256", Curve.P_384, "ES384", Curve.P_521, "ES512");

  private final ManifestFaults faults;

  PublicKeys(ManifestFaults faults) {
    this.faults = faults;
  }

  /** The key at a pointer; empty if it has a fault, which is added to the list. */
  public static Optional<JWK> read(JsonNode node, String pointer, List<Violation> violations) {
    ManifestFaults faults = new ManifestFaults();
    Optional<JWK> key = new PublicKeys(faults).read(node, pointer);
    violations.addAll(faults.all());
    return key;
  }

  /** The key at a pointer; empty if it has a fault. */
  Optional<JWK> read(JsonNode node, String pointer) {
    if (!(node instanceof ObjectNode key)) {
      faults.add("type", pointer, "must be a JWK, a JSON object");
      return Optional.empty();
    }
    int faultsUntilNow = faults.count();
    Set<String> secret = new TreeSet<>();
    key.fieldNames().forEachRemaining(secret::add);
    secret.retainAll(PRIVATE);
    secret.forEach(
        member ->
            faults.add(
                "private-key",
                pointer + "/" + member,
                "belongs to a private key: keep it, replace the key, and send the public part"));
    String type = key.path("kty").asText("");
    List<String> own = OWN.get(type);
    if (own == null) {
      faults.add("key-type", pointer + "/kty", "must be RSA or EC");
      return Optional.empty();
    }
    members(key, own, secret, pointer);
    if (faults.count() > faultsUntilNow) {
      return Optional.empty();
    }
    Optional<JWK> read = parsed(key, pointer);
    return faults.count() > faultsUntilNow ? Optional.empty() : read;
  }

  private void members(ObjectNode key, List<String> own, Set<String> secret, String pointer) {
    Set<String> known = new HashSet<>(COMMON);
    known.addAll(own);
    ObjectNode rest = key.deepCopy();
    rest.remove(secret); // reported already
    faults.unknownMembers(new KnownMembers("a public key", known), rest, pointer);
    for (String name : own) {
      JsonNode value = key.path(name);
      boolean curve = name.equals("crv");
      if (!value.isTextual() || !curve && !BASE64_URL.matcher(value.textValue()).matches()) {
        faults.add("type", pointer + "/" + name, "must be " + (curve ? "a name" : "base64url"));
      }
    }
    if (key.has("use") && !key.path("use").asText("").equals("sig")) {
      faults.add("key-use", pointer + "/use", "must be sig");
    }
    if (key.has("key_ops") && !key.path("key_ops").equals(Json.array().add("verify"))) {
      faults.add("key-use", pointer + "/key_ops", "must be [\"verify\"]");
    }
    if (key.has("kid") && !KEY_ID.matcher(key.path("kid").asText("")).matches()) {
      faults.add("key-id", pointer + "/kid", "must match " + KEY_ID);
    }
  }

  private Optional<JWK> parsed(ObjectNode key, String pointer) {
    try {
      JWK read = JWK.parse(Json.write(key));
      switch (read) {
        case RSAKey rsa -> rsa(rsa, key, pointer);
        case ECKey ec -> ec(ec, key, pointer);
        default -> faults.add("key-type", pointer + "/kty", "must be RSA or EC");
      }
      return Optional.of(read.toPublicJWK());
    } catch (ParseException | JOSEException | IllegalArgumentException | IllegalStateException e) {
      faults.add("key", pointer, "is no valid public key");
      return Optional.empty();
    }
  }

  private void rsa(RSAKey key, ObjectNode json, String pointer) throws JOSEException {
    BigInteger modulus = key.getModulus().decodeToBigInteger();
    BigInteger exponent = key.getPublicExponent().decodeToBigInteger();
    if (modulus.bitLength() < MIN_RSA_BITS || modulus.bitLength() > MAX_RSA_BITS) {
      faults.add("weak-key", pointer + "/n", "must have 2048 to 8192 bits");
    } else if (!modulus.testBit(0) || modulus.isProbablePrime(8)) {
      faults.add("weak-key", pointer + "/n", "is no product of two primes");
    }
    if (exponent.compareTo(BigInteger.TWO) <= 0
        || !exponent.testBit(0)
        || exponent.compareTo(MAX_EXPONENT) > 0) {
      faults.add("weak-key", pointer + "/e", "must be odd, from 3 to 2^32; use AQAB");
    }
    algorithm(json, "RS256", pointer);
    key.toRSAPublicKey();
  }

  private void ec(ECKey key, ObjectNode json, String pointer) throws JOSEException {
    String algorithm = ALGORITHMS.get(key.getCurve());
    if (algorithm == null) {
      faults.add("weak-key", pointer + "/crv", "must be P-256, P-384 or P-521");
    } else {
      algorithm(json, algorithm, pointer);
      key.toECPublicKey(); // refuses a point that is not on the curve
    }
  }

  private void algorithm(ObjectNode json, String expected, String pointer) {
    if (json.has("alg") && !json.path("alg").asText("").equals(expected)) {
      faults.add("key-algorithm", pointer + "/alg", "must be " + expected + " for this key");
    }
  }
}
