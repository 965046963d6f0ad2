package io.glebe.core.record.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.catalogue.BusinessKey;
import io.glebe.core.catalogue.EntityType;
import io.glebe.zarr.digest.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The business keys of a record as entries of the table of keys. */
public final class BusinessKeyRows {
  private BusinessKeyRows() {}

  /** Returns the entries of the record; none for a key with a missing required member. */
  public static Set<UUID> of(EntityType type, ObjectNode doc) {
    Set<UUID> entries = new HashSet<>();
    for (BusinessKey key : type.businessKeys()) {
      values(key, doc).ifPresent(v -> entries.add(entry(type.name(), key.members(), v)));
    }
    return entries;
  }

  private static Optional<List<Optional<String>>> values(BusinessKey key, ObjectNode doc) {
    List<Optional<String>> values = new ArrayList<>();
    for (String member : key.members()) {
      JsonNode value = doc.path(member);
      if (value.isMissingNode() && !key.absentEqual().contains(member)) {
        return Optional.empty();
      }
      values.add(
          value.isMissingNode() ? Optional.empty() : Optional.of(key.comparable(value.asText())));
    }
    return Optional.of(values);
  }

  /**
   * Returns the entry of one key; values are in their comparable form, empty for an absent member.
   */
  public static UUID entry(String entity, List<String> members, List<Optional<String>> values) {
    StringBuilder text = new StringBuilder(entity);
    for (int i = 0; i < members.size(); i++) {
      String value = values.get(i).map(v -> v.length() + ":" + v).orElse("-");
      text.append('\n').append(members.get(i)).append('=').append(value);
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    ByteBuffer digest = ByteBuffer.wrap(Sha256.of(bytes));
    return new UUID(digest.getLong(), digest.getLong());
  }
}
