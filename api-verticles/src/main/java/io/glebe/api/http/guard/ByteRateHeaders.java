package io.glebe.api.http.guard;

import io.glebe.core.admission.ByteRates;
import io.netty.util.AsciiString;

/** The values of the RateLimit headers for the bytes of a caller. */
public final class ByteRateHeaders {
  private ByteRateHeaders() {}

  /** For the header RateLimit-Policy. */
  public static AsciiString policy(ByteRates.Bucket bucket) {
    return new AsciiString("\"bytes\";q=" + bucket.perSecond() + ";w=1;qu=\"content-bytes\"");
  }

  /** The remaining bytes and the seconds until the bucket is full, for the header RateLimit. */
  public static AsciiString state(ByteRates.Bucket bucket) {
    return new AsciiString(
        "\"bytes\";r=" + bucket.left() + ";t=" + (long) Math.ceil(bucket.secondsToFull()));
  }
}
