package io.glebe.core.identity;

import static io.glebe.core.identity.Signer.EC256;
import static io.glebe.core.identity.Signer.EC384;
import static io.glebe.core.identity.Signer.EC521;
import static io.glebe.core.identity.Signer.ISSUER;
import static io.glebe.core.identity.Signer.NOW;
import static io.glebe.core.identity.Signer.RSA;
import static io.glebe.core.identity.Signer.claims;
import static io.glebe.core.identity.Signer.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.access.CallerKind;
import io.glebe.core.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JwtCheckTest {
  private static final List<JWK> KEYS = List.of(RSA, EC256, EC384, EC521);
  private static final Duration SKEW = Duration.ofSeconds(30);
  private final JwtCheck check =
      new JwtCheck(
          new TokenRules(
              ISSUER, ISSUER, Map.of(Audiences.FARM, Set.of("farm-read", "farm-write")), SKEW));

  private VerifiedToken verify(String bearer) {
    return verify(bearer, KEYS, NOW);
  }

  private VerifiedToken verify(String bearer, List<JWK> keys, Instant now) {
    return check.verify(check.parse(bearer), keys, Audiences.FARM, now);
  }

  private void refused(String bearer) {
    assertThatThrownBy(() -> verify(bearer))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(401);
              assertThat(problem.headers().get("WWW-Authenticate"))
                  .startsWith("Bearer realm=")
                  .contains("error=\"invalid_token\"");
              assertThat(problem.detail()).doesNotContain("person-1").hasSizeLessThan(80);
            });
  }

  @TestFactory
  Stream<DynamicTest> eachOfTheNineAlgorithmsIsAccepted() {
    Map<JWSAlgorithm, JWK> all =
        Map.of(
            JWSAlgorithm.RS256, RSA,
            JWSAlgorithm.RS384, RSA,
            JWSAlgorithm.RS512, RSA,
            JWSAlgorithm.PS256, RSA,
            JWSAlgorithm.PS384, RSA,
            JWSAlgorithm.PS512, RSA,
            JWSAlgorithm.ES256, EC256,
            JWSAlgorithm.ES384, EC384,
            JWSAlgorithm.ES512, EC521);
    return all.entrySet().stream()
        .map(
            e ->
                DynamicTest.dynamicTest(
                    e.getKey().getName(),
                    () -> {
                      VerifiedToken token =
                          verify(token(e.getValue(), e.getKey(), claims().build()));
                      assertThat(token.subject()).isEqualTo("person-1");
                      assertThat(token.clientId()).contains("app-1");
                      assertThat(token.kind()).isEqualTo(CallerKind.PERSON);
                      assertThat(token.scopes()).containsExactlyInAnyOrder("openid", "farm-read");
                    }));
  }

  @Test
  void onlyAVerifiedAddressIsTakenFromAToken() {
    String email = "person@farm.example";
    assertThat(verify(token(c -> c.claim("email", email).claim("email_verified", true))).email())
        .contains(email);
    assertThat(verify(token(c -> c.claim("email", email))).email()).isEmpty();
    assertThat(verify(token(c -> c.claim("email", email).claim("email_verified", false))).email())
        .isEmpty();
    assertThat(verify(token(c -> c.claim("email", email).claim("email_verified", "true"))).email())
        .isEmpty();
    assertThat(verify(token(c -> c.claim("email", 7).claim("email_verified", true))).email())
        .isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> badTokensAreRefused() {
    return badTokens().entrySet().stream()
        .map(e -> DynamicTest.dynamicTest(e.getKey(), () -> refused(e.getValue())));
  }

  private static Date at(long seconds) {
    return Date.from(NOW.plusSeconds(seconds));
  }

  private static Map<String, String> badTokens() {
    String good = token(c -> {});
    Map<String, String> bad = new LinkedHashMap<>();
    bad.put("empty", "");
    bad.put("no token at all", "hello");
    bad.put("two parts", good.substring(0, good.lastIndexOf('.')));
    bad.put("empty signature", good.substring(0, good.lastIndexOf('.') + 1));
    bad.put("truncated", good.substring(0, good.length() - 9));
    bad.put("four parts", good + ".AAAA");
    bad.put("five parts", good + ".AAAA.AAAA");
    bad.put("too long", token(c -> c.claim("pad", "x".repeat(TokenRules.MAX_TOKEN_CHARS))));
    bad.put("alg none", new PlainJWT(claims().build()).serialize());
    bad.put("alg none with a signature", new PlainJWT(claims().build()).serialize() + "AAAA");
    bad.put("hmac with the public key as secret", hmac());
    bad.put("another payload", swapped(good));
    bad.put(
        "signed by a stranger",
        token(Signer.ec("ec-256", EC256.getCurve()), JWSAlgorithm.ES256, claims().build()));
    bad.put(
        "unknown kid",
        token(Signer.ec("unknown", EC256.getCurve()), JWSAlgorithm.ES256, claims().build()));
    bad.put("kid of a key of another type", kidOfAnotherKey());
    bad.put("a token in a token", nested(good));
    bad.put("critical header", critical());
    bad.put("type logout", typed("logout+jwt"));
    bad.put("type dpop", typed("dpop+jwt"));
    bad.put("id token by claim", token(c -> c.claim("typ", "ID")));
    bad.put("refresh token by claim", token(c -> c.claim("typ", "Refresh")));
    bad.put("no issuer", token(c -> c.issuer(null)));
    bad.put("another issuer", token(c -> c.issuer("https://other.example")));
    bad.put("issuer with a slash more", token(c -> c.issuer(ISSUER + "/")));
    bad.put("no audience", token(c -> c.audience(List.of())));
    bad.put("another audience", token(c -> c.audience("spatio-api")));
    bad.put("audience in other case", token(c -> c.audience("Farm-Api")));
    bad.put("no expiry", token(c -> c.expirationTime(null)));
    bad.put("expired beyond the skew", token(c -> c.expirationTime(at(-31))));
    bad.put("not yet valid", token(c -> c.notBeforeTime(at(31))));
    bad.put("issued in the future", token(c -> c.issueTime(at(31))));
    bad.put("expiry is text", token(c -> c.claim("exp", "tomorrow")));
    bad.put("no subject", token(c -> c.subject(null)));
    bad.put("blank subject", token(c -> c.subject(" ")));
    bad.put("endless subject", token(c -> c.subject("s".repeat(256))));
    bad.put("azp is a list", token(c -> c.claim("azp", List.of("a", "b"))));
    bad.put("no scope", token(c -> c.claim("scope", null)));
    bad.put("login token", token(c -> c.claim("scope", "openid")));
    bad.put("scopes of another api", token(c -> c.claim("scope", "spatio-read")));
    bad.put("scope is a list", token(c -> c.claim("scope", List.of("farm-read"))));
    bad.put("too many scopes", token(c -> c.claim("scope", "farm-read " + "x ".repeat(101))));
    return bad;
  }

  private static String hmac() {
    try {
      byte[] publicKey = RSA.toRSAPublicKey().getEncoded();
      JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(RSA.getKeyID()).build();
      SignedJWT jwt = new SignedJWT(header, claims().build());
      jwt.sign(new MACSigner(publicKey));
      return jwt.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String swapped(String good) {
    String[] parts = good.split("\\.", -1);
    String other =
        Base64URL.encode(
                claims()
                    .subject("somebody-else")
                    .build()
                    .toString()
                    .getBytes(StandardCharsets.UTF_8))
            .toString();
    return parts[0] + "." + other + "." + parts[2];
  }

  private static String kidOfAnotherKey() {
    JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("rsa-1").build();
    return token(EC256, header, claims().build());
  }

  private static String nested(String inner) {
    try {
      JWSHeader header =
          new JWSHeader.Builder(JWSAlgorithm.RS256)
              .keyID(RSA.getKeyID())
              .contentType("JWT")
              .build();
      JWSObject outer = new JWSObject(header, new Payload(inner));
      outer.sign(new RSASSASigner(RSA));
      return outer.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String critical() {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID(EC256.getKeyID())
            .criticalParams(Set.of("exp"))
            .customParam("exp", 1)
            .build();
    return token(EC256, header, claims().build());
  }

  private static String typed(String type) {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID(EC256.getKeyID())
            .type(new JOSEObjectType(type))
            .build();
    return token(EC256, header, claims().build());
  }

  @Test
  void anEcKeyOfTheWrongCurveIsNotUsed() {
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.ES256, EC384)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.ES384, EC521)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.ES512, EC256)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.RS256, EC256)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.ES256, RSA)).isFalse();
  }

  @Test
  void aKeyForEncryptionOrForAnotherAlgorithmOrTooShortIsNotUsed() {
    RSAKey encryption = new RSAKey.Builder(RSA).keyUse(KeyUse.ENCRYPTION).build();
    RSAKey pinned = new RSAKey.Builder(RSA).algorithm(JWSAlgorithm.RS512).build();
    RSAKey small = Signer.rsa("small", 1024);
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.RS256, encryption)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.RS256, pinned)).isFalse();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.RS512, pinned)).isTrue();
    assertThat(SigningAlgorithms.fits(JWSAlgorithm.RS256, small)).isFalse();
  }

  @Test
  void clocksMayDifferByTheSkewAtMost() {
    assertThat(verify(token(c -> c.expirationTime(at(-29))))).isNotNull();
    assertThat(verify(token(c -> c.notBeforeTime(at(30))))).isNotNull();
    assertThat(verify(token(c -> c.issueTime(at(30))))).isNotNull();
    refused(token(c -> c.expirationTime(at(-30))));
  }

  @Test
  void aTokenIsHeldAsLongAsItIsAccepted() {
    assertThat(verify(token(c -> c.expirationTime(at(-10)))).expiresAt())
        .isEqualTo(NOW.plus(SKEW).minusSeconds(10));
  }

  @Test
  void aTokenForSeveralApisIsValidForEach() {
    assertThat(verify(token(c -> c.audience(List.of("other", Audiences.FARM))))).isNotNull();
  }

  @Test
  void aTokenWithoutKidIsValidOnlyIfExactlyOneKeyFits() {
    JWSHeader header = new JWSHeader(JWSAlgorithm.ES256);
    String bearer = token(EC256, header, claims().build());
    assertThat(verify(bearer)).isNotNull();
    List<JWK> two = new ArrayList<>(KEYS);
    two.add(Signer.ec("ec-other", EC256.getCurve()));
    assertThatThrownBy(() -> verify(bearer, two, NOW)).isInstanceOf(Problem.class);
  }

  @Test
  void aClientThatActsForItselfIsNotAPerson() {
    VerifiedToken plain = verify(token(c -> c.subject("app-1")));
    assertThat(plain.kind()).isEqualTo(CallerKind.CLIENT);
    VerifiedToken keycloak = verify(token(JwtCheckTest::serviceAccount));
    assertThat(keycloak.kind()).isEqualTo(CallerKind.CLIENT);
    assertThat(keycloak.subject()).isEqualTo("app-1");
  }

  private static void serviceAccount(JWTClaimsSet.Builder claims) {
    claims
        .subject("0b7c")
        .claim("client_id", "app-1")
        .claim("preferred_username", "service-account-app-1");
  }

  @Test
  void aPersonNamedLikeAServiceAccountStaysAPerson() {
    VerifiedToken named =
        verify(token(c -> c.subject("0b7c").claim("preferred_username", "service-account-app-1")));
    assertThat(named.kind()).isEqualTo(CallerKind.PERSON);
    VerifiedToken inSession =
        verify(
            token(
                c -> {
                  serviceAccount(c);
                  c.claim("sid", "session-1");
                }));
    assertThat(inSession.kind()).isEqualTo(CallerKind.PERSON);
    assertThat(inSession.subject()).isEqualTo("0b7c");
  }

  @Test
  void aTokenWithAnyByteChangedIsRefused() {
    String good = token(c -> {});
    long seed = 20260501;
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      char[] chars = good.toCharArray();
      int at = random.nextInt(chars.length);
      char before = chars[at];
      chars[at] = (char) ('A' + random.nextInt(26));
      String changed = new String(chars);
      if (chars[at] != before && !sameBytes(good, changed)) {
        assertThatThrownBy(() -> verify(changed))
            .as("seed %d round %d", seed, round)
            .isInstanceOf(Problem.class);
      }
    }
  }

  /** The last character of a part may have unused bits. */
  private static boolean sameBytes(String a, String b) {
    String[] left = a.split("\\.", -1);
    String[] right = b.split("\\.", -1);
    if (left.length != right.length || !left[0].equals(right[0]) || !left[1].equals(right[1])) {
      return false;
    }
    return Arrays.equals(new Base64URL(left[2]).decode(), new Base64URL(right[2]).decode());
  }

  @Test
  void printedTokensContainNoPersonalClaims() throws Exception {
    JWTClaimsSet secret = claims().subject("somebody-private").build();
    VerifiedToken token = verify(token(EC256, JWSAlgorithm.ES256, secret));
    assertThat(token.toString()).doesNotContain("somebody-private");
  }

  @Test
  void clientsSignWithTheAlgorithmsOfTheSpecOnly() {
    assertThat(
            Stream.of("RS256", "ES256", "ES384", "ES512")
                .map(JWSAlgorithm::parse)
                .filter(SigningAlgorithms::allowedForClients))
        .hasSize(4);
    assertThat(
            Stream.of("RS384", "RS512", "PS256", "PS384", "PS512", "HS256", "EdDSA", "none")
                .map(JWSAlgorithm::parse)
                .filter(SigningAlgorithms::allowedForClients))
        .isEmpty();
  }
}
