package io.glebe.bench.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.access.Permission;
import io.glebe.core.access.ScopeMap;
import io.glebe.core.access.SubjectRoles;
import io.glebe.core.identity.JwtCheck;
import io.glebe.core.identity.PlatformTokens;
import io.glebe.core.identity.Revocations;
import io.glebe.core.identity.TokenCallers;
import io.glebe.core.identity.TokenRules;
import io.glebe.core.identity.UserProvisioning;
import io.glebe.core.identity.VerifiedToken;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A warm token check computes a digest and makes two look-ups; a cold one verifies a signature. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class TokenBenchmark {
  private static final String ISSUER = "https://issuer.example";
  private static final String AUDIENCE = "farm-api";
  private static final Permission READ = Permission.of("field:read");

  private final UUID farm = UUID.randomUUID();
  private JwtCheck check;
  private List<JWK> keys;
  private String rsaToken;
  private String ecToken;
  private TokenCallers callers;

  /** Creates keys, tokens and a cache that contains the token. */
  @Setup
  public void open() throws JOSEException {
    var rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
    var ec = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
    keys = List.of(rsa.toPublicJWK(), ec.toPublicJWK());
    rsaToken = token(JWSAlgorithm.RS256, "rsa", new RSASSASigner(rsa));
    ecToken = token(JWSAlgorithm.ES256, "ec", new ECDSASigner(ec));
    ScopeMap scopes = ScopeMap.parse("farm-api: farm-read=*:read farm-write=*:create|*:update");
    check = new JwtCheck(new TokenRules(ISSUER, ISSUER, scopes.names(), Duration.ofSeconds(30)));
    PlatformTokens tokens =
        new PlatformTokens(
            List.of((bearer, audience) -> Optional.of(Future.succeededFuture(cold(bearer)))),
            Revocations.NONE,
            InstantSource.system(),
            1000);
    SubjectRoles.OnFarm role =
        new SubjectRoles.OnFarm(farm, Optional.empty(), Set.of(READ), List.of());
    SubjectRoles roles =
        new SubjectRoles(Optional.of(UUID.randomUUID()), Set.of(), List.of(role), List.of());
    GrantsCache grants =
        new GrantsCache((issuer, subject) -> Future.succeededFuture(roles), InstantSource.system());
    callers =
        new TokenCallers(tokens, grants, scopes, UserProvisioning.IGNORED, InstantSource.system());
  }

  private static String token(JWSAlgorithm algorithm, String kid, JWSSigner signer)
      throws JOSEException {
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(ISSUER)
            .subject(UUID.randomUUID().toString())
            .audience(AUDIENCE)
            .claim("azp", "ext-app")
            .claim("scope", "openid farm-read farm-write")
            .claim("sid", UUID.randomUUID().toString())
            .jwtID(UUID.randomUUID().toString())
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(3600)))
            .build();
    SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(kid).build(), claims);
    jwt.sign(signer);
    return jwt.serialize();
  }

  private VerifiedToken cold(String bearer) {
    return check.verify(check.parse(bearer), keys, AUDIENCE, Instant.now());
  }

  /** From the bearer token to the decision whether the caller may read a field. */
  @Benchmark
  public boolean warm() {
    Caller caller = callers.authenticate(rsaToken, AUDIENCE).result();
    return Access.may(caller, READ, farm);
  }

  /** The first request with an RS256 token. */
  @Benchmark
  public VerifiedToken coldRsa() {
    return cold(rsaToken);
  }

  /** The first request with an ES256 token. */
  @Benchmark
  public VerifiedToken coldEc() {
    return cold(ecToken);
  }
}
