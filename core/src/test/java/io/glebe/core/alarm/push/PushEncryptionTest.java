package io.glebe.core.alarm.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The encryption of RFC 8291 and the proof of RFC 8292. */
final class PushEncryptionTest {
  private static byte[] bytes(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  /** Appendix A of RFC 8291. */
  @Test
  void theExampleOfTheStandardIsEncryptedAsItSays() {
    byte[] sender =
        bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    ECKey key =
        new ECKey.Builder(
                Curve.P_256,
                Base64URL.encode(Arrays.copyOfRange(sender, 1, 33)),
                Base64URL.encode(Arrays.copyOfRange(sender, 33, 65)))
            .d(new Base64URL("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
            .build();
    BrowserKeys browser =
        new BrowserKeys(
            BrowserKeys.point(
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
                .orElseThrow(),
            BrowserKeys.secret("BTBZMqHH6r4Tts7J_aSIgg").orElseThrow());
    byte[] body =
        PushEncryption.encrypt(
            "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.UTF_8),
            browser,
            key,
            bytes("DGv6ra1nlYgDCS1FRnbzlw"));
    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(body))
        .isEqualTo(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
                + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
                + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
  }

  @Test
  void aPointThatIsNotOnTheCurveIsNoKey() {
    byte[] point = new byte[65];
    point[0] = 4;
    point[64] = 1;
    assertThat(BrowserKeys.point(Base64.getUrlEncoder().encodeToString(point))).isEmpty();
    assertThat(BrowserKeys.point("not base64!")).isEmpty();
    assertThat(BrowserKeys.secret("AAAA")).isEmpty();
  }

  @Test
  void aLargestMessageFitsIntoWhatPushServicesAccept() throws Exception {
    ECKey browser = new ECKeyGenerator(Curve.P_256).generate();
    BrowserKeys keys = new BrowserKeys(BrowserKeys.pointOf(browser), new byte[16]);
    byte[] text = new byte[PushEncryption.MAX_TEXT_BYTES];
    assertThat(PushEncryption.encrypt(text, keys)).hasSizeLessThanOrEqualTo(4096);
    assertThatThrownBy(() -> PushEncryption.encrypt(new byte[text.length + 1], keys))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePlatformProvesItselfToOnePushServiceForSomeHours() throws Exception {
    ECKey key = new ECKeyGenerator(Curve.P_256).generate();
    PushKey own = PushKey.parse(key.toJSONString(), "https://farm.example");
    Instant now = Instant.now();
    String header = own.authorization(URI.create("https://push.example:8443/a/b?c"), now);
    assertThat(header).startsWith("vapid t=").endsWith(", k=" + own.publicKey());
    SignedJWT jwt = SignedJWT.parse(header.substring("vapid t=".length(), header.indexOf(',')));
    assertThat(jwt.verify(new ECDSAVerifier(key.toPublicJWK()))).isTrue();
    assertThat(jwt.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
    var claims = jwt.getJWTClaimsSet();
    assertThat(claims.getAudience()).containsExactly("https://push.example:8443");
    assertThat(claims.getSubject()).isEqualTo("https://farm.example");
    assertThat(claims.getExpirationTime().toInstant())
        .isAfter(now)
        .isBefore(now.plusSeconds(24 * 3600));
  }

  @Test
  void aKeyOfAnotherKindIsRefused() throws Exception {
    ECKey key = new ECKeyGenerator(Curve.P_256).generate();
    for (String text :
        new String[] {
          "none",
          key.toPublicJWK().toJSONString(),
          new ECKeyGenerator(Curve.P_384).generate().toJSONString()
        }) {
      assertThatThrownBy(() -> PushKey.parse(text, "https://farm.example"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
