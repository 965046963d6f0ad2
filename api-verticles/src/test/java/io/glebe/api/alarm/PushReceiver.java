package io.glebe.api.alarm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.glebe.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A push service with one browser, which decrypts what it gets with its private key. */
final class PushReceiver implements AutoCloseable {
  /** A decrypted message and the headers with which it came. */
  record Received(Headers headers, ObjectNode message) {}

  final List<Received> received = new CopyOnWriteArrayList<>();

  /** The next statuses; 201 when none is left. */
  final List<Integer> answers = new CopyOnWriteArrayList<>();

  final AtomicInteger requests = new AtomicInteger();
  private final HttpServer server;
  private final ECKey key;
  private final byte[] secret = new byte[16];

  PushReceiver() throws Exception {
    key = new ECKeyGenerator(Curve.P_256).generate();
    new SecureRandom().nextBytes(secret);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::receive);
    server.start();
  }

  String endpoint() {
    return origin() + "/push/1";
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private byte[] point() {
    return ByteBuffer.allocate(65)
        .put((byte) 4)
        .put(key.getX().decode())
        .put(key.getY().decode())
        .array();
  }

  /** The subscription as a browser gives it, with further members. */
  String subscription(String more) {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return "{'endpoint': '%s', 'expirationTime': null, 'keys': {'p256dh': '%s', 'auth': '%s'}%s}"
        .formatted(endpoint(), base64.encodeToString(point()), base64.encodeToString(secret), more);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.incrementAndGet();
      byte[] body = exchange.getRequestBody().readAllBytes();
      int status = answers.isEmpty() ? 201 : answers.removeFirst();
      if (status == 201) {
        received.add(new Received(exchange.getRequestHeaders(), Json.parseObject(text(body))));
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  /** What RFC 8188 and RFC 8291 tell a receiver to do. */
  private String text(byte[] body) {
    try {
      byte[] salt = Arrays.copyOf(body, 16);
      byte[] sender = Arrays.copyOfRange(body, 21, 21 + body[20]);
      ECKey other =
          new ECKey.Builder(
                  Curve.P_256,
                  Base64URL.encode(Arrays.copyOfRange(sender, 1, 33)),
                  Base64URL.encode(Arrays.copyOfRange(sender, 33, 65)))
              .build();
      KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(key.toECPrivateKey());
      agreement.doPhase(other.toECPublicKey(), true);
      ByteArrayOutputStream info = new ByteArrayOutputStream();
      info.writeBytes("WebPush: info\0".getBytes(StandardCharsets.US_ASCII));
      info.writeBytes(point());
      info.writeBytes(sender);
      byte[] material = derive(agreement.generateSecret(), secret, info.toByteArray(), 32);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(derive(material, salt, named("aes128gcm"), 16), "AES"),
          new GCMParameterSpec(128, derive(material, salt, named("nonce"), 12)));
      int start = 21 + sender.length;
      byte[] text = cipher.doFinal(body, start, body.length - start);
      return new String(text, 0, text.length - 1, StandardCharsets.UTF_8);
    } catch (Exception e) {
      throw new IllegalStateException("the message cannot be decrypted", e);
    }
  }

  private static byte[] named(String what) {
    return ("Content-Encoding: " + what + "\0").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] derive(byte[] material, byte[] salt, byte[] info, int length)
      throws Exception {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addIKM(material).addSalt(salt).thenExpand(info, length));
  }

  /** Whether a message is signed for this push service with the key of a platform. */
  boolean isSigned(Received one, String publicKey) throws Exception {
    String header = one.headers().getFirst("Authorization");
    Map<Boolean, List<String>> parts =
        Arrays.stream(header.substring("vapid ".length()).split(", "))
            .collect(java.util.stream.Collectors.partitioningBy(part -> part.startsWith("t=")));
    SignedJWT jwt = SignedJWT.parse(parts.get(true).getFirst().substring(2));
    byte[] point = Base64.getUrlDecoder().decode(publicKey);
    ECKey platform =
        new ECKey.Builder(
                Curve.P_256,
                Base64URL.encode(Arrays.copyOfRange(point, 1, 33)),
                Base64URL.encode(Arrays.copyOfRange(point, 33, 65)))
            .build();
    return parts.get(false).equals(List.of("k=" + publicKey))
        && jwt.verify(new ECDSAVerifier(platform))
        && jwt.getJWTClaimsSet().getAudience().equals(List.of(origin()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
