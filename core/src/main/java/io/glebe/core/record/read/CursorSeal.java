package io.glebe.core.record.read;

import io.glebe.core.database.Database;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.access.ReachDigest;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes cursors as opaque text and reads them back; 400 for a text that was not written for the
 * same collection and filters. The text is base64url of the positions and an HMAC-SHA-256, cut to
 * 16 bytes, over the positions, the collection and the filters.
 */
public final class CursorSeal {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final byte FORM = 1;
  private static final int PART_BYTES = 8 + 16 + 16;
  private static final int SEAL_BYTES = 16;
  private static final int MAX_CHARACTERS = 400;

  /** A position of a list that is no feed may be the URI of a concept, of up to 500 characters. */
  private static final int MAX_TEXT_CHARACTERS = 4_000;

  private final SecretKeySpec key;

  public CursorSeal(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** The seal of a migrated database, which makes its key at the first start. */
  public static Future<CursorSeal> open(Database database) {
    byte[] fresh = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(fresh);
    return database
        .query(
            "insert into record.secret (name, value) values ('cursor', $1) on conflict do nothing",
            Buffer.buffer(fresh))
        .compose(done -> database.query("select value from record.secret where name = 'cursor'"))
        .map(rows -> new CursorSeal(rows.iterator().next().getBuffer(0).getBytes()));
  }

  /**
   * @param binding collection and filters that the cursor is valid for, in one canonical text
   */
  String write(FeedCursor cursor, String binding) {
    int parts = cursor.gained().isPresent() ? 2 : 1;
    ByteBuffer out = ByteBuffer.allocate(1 + parts * PART_BYTES + SEAL_BYTES);
    out.put(FORM);
    write(out, cursor.main());
    cursor.gained().ifPresent(part -> write(out, part));
    out.put(seal(Arrays.copyOf(out.array(), out.position()), binding));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
  }

  private static void write(ByteBuffer out, FeedCursor.Part part) {
    out.putLong(part.position().micros());
    write(out, part.position().id());
    write(out, part.reach().value());
  }

  private static void write(ByteBuffer out, UUID id) {
    out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }

  /** The cursor that {@link #write} made for the same binding; a 400 problem otherwise. */
  FeedCursor read(String text, String binding) {
    byte[] bytes = decode(text, MAX_CHARACTERS);
    int body = bytes.length - SEAL_BYTES;
    boolean onePart = body == 1 + PART_BYTES;
    if (!onePart && body != 1 + 2 * PART_BYTES || bytes[0] != FORM) {
      throw refusal();
    }
    byte[] sealed = Arrays.copyOf(bytes, body);
    byte[] seal = Arrays.copyOfRange(bytes, body, bytes.length);
    if (!MessageDigest.isEqual(seal, seal(sealed, binding))) {
      throw refusal();
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, 1, body - 1);
    FeedCursor.Part main = part(in);
    return new FeedCursor(main, onePart ? Optional.empty() : Optional.of(part(in)));
  }

  /** Seals any position into opaque text, for lists that are not feeds. */
  public String writeText(String position, String binding) {
    byte[] body = position.getBytes(StandardCharsets.UTF_8);
    byte[] seal = seal(body, binding);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(ByteBuffer.allocate(SEAL_BYTES + body.length).put(seal).put(body).array());
  }

  /** The position that {@link #writeText} sealed for the same binding; a 400 problem otherwise. */
  public String readText(String text, String binding) {
    byte[] bytes = decode(text, MAX_TEXT_CHARACTERS);
    if (bytes.length <= SEAL_BYTES) {
      throw refusal();
    }
    byte[] body = Arrays.copyOfRange(bytes, SEAL_BYTES, bytes.length);
    if (!MessageDigest.isEqual(Arrays.copyOf(bytes, SEAL_BYTES), seal(body, binding))) {
      throw refusal();
    }
    return new String(body, StandardCharsets.UTF_8);
  }

  private static byte[] decode(String text, int most) {
    try {
      if (text.length() <= most) {
        return Base64.getUrlDecoder().decode(text);
      }
    } catch (IllegalArgumentException e) {
      throw refusal();
    }
    throw refusal();
  }

  private static FeedCursor.Part part(ByteBuffer in) {
    return new FeedCursor.Part(new FeedPosition(in.getLong(), uuid(in)), new ReachDigest(uuid(in)));
  }

  private static UUID uuid(ByteBuffer in) {
    return new UUID(in.getLong(), in.getLong());
  }

  private byte[] seal(byte[] sealed, String binding) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(sealed);
      return Arrays.copyOf(mac.doFinal(binding.getBytes(StandardCharsets.UTF_8)), SEAL_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  static Problem refusal() {
    return Problem.malformedParameter(
        "cursor",
        "is not a cursor of this collection with these filters, or is outdated; start again"
            + " without a cursor");
  }
}
