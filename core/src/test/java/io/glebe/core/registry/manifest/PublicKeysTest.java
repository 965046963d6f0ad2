package io.glebe.core.registry.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Violation;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublicKeysTest {
  private static final ObjectNode EC = ManifestFixture.publicPart(ManifestFixture.pair());
  private static final ObjectNode RSA =
      Json.object().put("kty", "RSA").put("n", modulus(2048)).put("e", "AQAB");

  /** An odd number with that many bits that is divisible by 3. */
  private static String modulus(int bits) {
    BigInteger number = BigInteger.ONE.shiftLeft(bits - 1).setBit(0);
    while (number.mod(BigInteger.valueOf(3)).signum() != 0) {
      number = number.add(BigInteger.TWO);
    }
    return Base64URL.encode(number).toString();
  }

  private static List<String> faults(JsonNode key) {
    List<Violation> violations = new ArrayList<>();
    Optional<JWK> read = PublicKeys.read(key, "/key", violations);
    assertThat(read.isPresent()).as("a key without faults").isEqualTo(violations.isEmpty());
    return ManifestFixture.faults(violations);
  }

  private static void accepted(JWK pair, String algorithm) {
    ObjectNode json = ManifestFixture.publicPart(pair).put("alg", algorithm).put("use", "sig");
    json.putArray("key_ops").add("verify");
    List<Violation> violations = new ArrayList<>();
    JWK read = PublicKeys.read(json, "", violations).orElseThrow();
    assertThat(violations).isEmpty();
    assertThat(read.isPrivate()).isFalse();
    assertThat(Json.parse(read.toJSONString())).isEqualTo(json);
  }

  @Test
  void theKeysOfAllAcceptedKindsAreRead() throws JOSEException {
    accepted(new RSAKeyGenerator(2048).generate(), "RS256");
    accepted(new ECKeyGenerator(Curve.P_256).generate(), "ES256");
    accepted(new ECKeyGenerator(Curve.P_384).generate(), "ES384");
    accepted(new ECKeyGenerator(Curve.P_521).generate(), "ES512");
  }

  @Test
  void everyPrivateMemberOfAPairIsNamed() throws JOSEException {
    JsonNode pair = Json.parse(new RSAKeyGenerator(2048).generate().toJSONString());

    assertThat(faults(pair))
        .containsExactlyInAnyOrder(
            "/key/d private-key",
            "/key/p private-key",
            "/key/q private-key",
            "/key/dp private-key",
            "/key/dq private-key",
            "/key/qi private-key");
  }

  @Test
  void aPrivateNumberIsNotRepeated() {
    List<Violation> violations = new ArrayList<>();
    PublicKeys.read(EC.deepCopy().put("d", "VerySecretNumber"), "", violations);

    assertThat(violations).hasSize(1);
    assertThat(violations.toString()).doesNotContain("VerySecretNumber");
  }

  @ParameterizedTest
  @CsvSource({
    "use, enc, key-use",
    "key_ops, verify, key-use",
    "kid, a b, key-id",
    "alg, ES512, key-algorithm",
    "x5u, https://127.0.0.1/key, unknown-member",
    "x, 'not base64', type"
  })
  void aMemberHasItsMeaning(String member, String value, String rule) {
    assertThat(faults(EC.deepCopy().put(member, value)))
        .containsExactly("/key/" + member + " " + rule);
  }

  @ParameterizedTest
  @CsvSource({"oct", "OKP", "''", "rsa"})
  void otherKindsOfKeysAreRefused(String type) {
    assertThat(faults(EC.deepCopy().put("kty", type))).containsExactly("/key/kty key-type");
  }

  @Test
  void aTextIsNoKey() {
    assertThat(faults(Json.array().add("key").get(0))).containsExactly("/key type");
  }

  @Test
  void aPointBesideTheCurveIsRefused() {
    ObjectNode other = ManifestFixture.publicPart(ManifestFixture.pair());
    ObjectNode mixed = EC.deepCopy();
    mixed.set("y", other.get("y"));

    assertThat(faults(mixed)).containsExactly("/key key");
  }

  @Test
  void aCurveThatIsNoneOfTheStandardsIsRefused() {
    ObjectNode key = Json.object().put("kty", "EC").put("crv", "secp256k1");
    key.put("x", "eb5mfvncu6xVoGKVzocLBwKb_NstzijZWfKBWxb4F5g");
    key.put("y", "SDradyajxGVdpPv8DhEIqP0XtEimhVQZnEfQj_sQ1Lg");

    assertThat(faults(key)).containsExactly("/key/crv weak-key");
  }

  @ParameterizedTest
  @CsvSource({"1024", "2047", "8193"})
  void anRsaKeyHas2048To8192Bits(int bits) {
    assertThat(faults(RSA.deepCopy().put("n", modulus(bits)))).containsExactly("/key/n weak-key");
  }

  @Test
  void aPrimeIsNoModulus() {
    BigInteger prime = BigInteger.probablePrime(2048, new Random(7));

    assertThat(faults(RSA.deepCopy().put("n", Base64URL.encode(prime).toString())))
        .containsExactly("/key/n weak-key");
    BigInteger even = BigInteger.ONE.shiftLeft(2047);
    assertThat(faults(RSA.deepCopy().put("n", Base64URL.encode(even).toString())))
        .containsExactly("/key/n weak-key");
  }

  @ParameterizedTest
  @CsvSource({"AQ", "Ag", "BA", "AgAAAAE"})
  void anExponentIsOddAndNotTiny(String exponent) {
    assertThat(faults(RSA.deepCopy().put("e", exponent))).contains("/key/e weak-key");
  }

  @Test
  void theAlgorithmOfAnRsaKeyIsRs256() {
    assertThat(faults(RSA.deepCopy().put("alg", "PS256")))
        .containsExactly("/key/alg key-algorithm");
  }
}
