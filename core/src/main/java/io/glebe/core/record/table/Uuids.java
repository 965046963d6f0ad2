package io.glebe.core.record.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.json.NameUuids;
import io.glebe.core.json.UuidSyntax;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;

/** Makes and parses UUIDs (RFC 9562). */
public final class Uuids {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long VARIANT_MASK = 0x3fff_ffff_ffff_ffffL;

  private Uuids() {}

  /** Parses a UUID in lower case; empty for any other text. */
  public static Optional<UUID> parse(String text) {
    return UuidSyntax.parse(text);
  }

  /** Returns the id in an attribute of a document; empty where it is missing or malformed. */
  public static Optional<UUID> of(ObjectNode doc, String attribute) {
    return parse(doc.path(attribute).asText(""));
  }

  /** Returns a UUID of version 7: ordered by time in milliseconds, otherwise random. */
  public static UUID timeOrdered() {
    long high = System.currentTimeMillis() << 16 | 0x7000 | RANDOM.nextInt(0x1000);
    return new UUID(high, RANDOM.nextLong() & VARIANT_MASK | VARIANT);
  }

  /** Returns the id of the default region of a field (rule V05). */
  public static UUID defaultRegion(UUID field) {
    return NameUuids.v5(field, "default-region");
  }
}
