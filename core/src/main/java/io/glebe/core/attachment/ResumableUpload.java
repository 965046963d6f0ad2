package io.glebe.core.attachment;

import io.glebe.core.access.SubjectId;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * An attachment that has arrived in part.
 *
 * @param id of the attachment, chosen by the client
 * @param dataId the Data record to which it will belong
 * @param owner who sends it
 * @param size number of all bytes
 * @param received number of bytes that are stored
 * @param expiresAt when the platform forgets it unless more bytes arrive
 */
public record ResumableUpload(
    UUID id,
    UUID dataId,
    SubjectId owner,
    String name,
    String type,
    long size,
    long received,
    OffsetDateTime expiresAt) {

  /** Whether all bytes have arrived. */
  public boolean isWhole() {
    return received == size;
  }

  /** Whether the other one announces the same file for the same record. */
  boolean isSame(UUID otherData, SubjectId other, String otherType, long otherSize) {
    return dataId.equals(otherData)
        && owner.equals(other)
        && type.equals(otherType)
        && size == otherSize;
  }
}
