package io.glebe.api.http.body;

import io.glebe.core.admission.ByteRates;
import io.glebe.core.config.ConnectionSettings;
import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.MemorySettings;
import io.glebe.core.config.Settings;
import io.glebe.core.memory.MemoryBudget;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all request bodies of the process may hold, and how slowly one may arrive.
 *
 * @param memory of bodies that are read as a whole, from their first byte until the handler has its
 *     result
 * @param rates how many bytes of bodies that are no files a caller may send in a second
 * @param fileRates the same of files
 * @param minChunk mean bytes of the chunks of a body that has many; 0 for no limit
 * @param discard what is read of a body that is refused
 */
public record BodyBounds(
    MemoryBudget memory,
    TransferWatch.Bounds pace,
    ByteRates rates,
    ByteRates fileRates,
    int minChunk,
    BodyDiscard discard) {
  public static BodyBounds of(Settings settings) {
    return new BodyBounds(
        new MemoryBudget(
            "request bodies",
            settings.get(MemorySettings.BODY_MEMORY),
            settings.get(MemorySettings.BODY_MEMORY_OF_CALLER)),
        TransferWatch.Bounds.of(settings),
        rates(settings.get(HttpSettings.BODY_BYTE_RATE)),
        rates(settings.get(HttpSettings.UPLOAD_BYTE_RATE)),
        settings.get(ConnectionSettings.MIN_CHUNK_BYTES),
        BodyDiscard.of(settings));
  }

  /** As many bytes at once as in a second. */
  private static ByteRates rates(long perSecond) {
    return new ByteRates(perSecond, perSecond);
  }

  /**
   * The reader of one request.
   *
   * @param limit most bytes of the body
   * @param owner who pays for the memory
   * @param rate of all bytes of the caller; null without a limit
   */
  public BodyReader reader(
      HttpServerRequest request,
      Body body,
      long limit,
      Object owner,
      ByteRates.@Nullable Bucket rate) {
    return new BodyReader(
        request,
        body,
        limit,
        this,
        memory.lease(owner),
        () ->
            Stream.of((body.isFile() ? fileRates : rates).of(owner), rate)
                .filter(Objects::nonNull)
                .toList());
  }
}
