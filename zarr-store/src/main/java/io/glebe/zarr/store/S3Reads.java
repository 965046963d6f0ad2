package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Range reads of S3, which serves one range per request: ranges less than {@link #GAP} apart are
 * read as one. Later requests require the ETag of the first, so that all parts are of one version.
 */
final class S3Reads {
  /** Reading this many unused bytes is cheaper than another round trip. */
  private static final long GAP = 256 * 1024;

  /** Maximum size of a merged request. */
  private static final long MOST = 16L << 20;

  /** Number of attempts when an object is replaced between two requests. */
  private static final int ATTEMPTS = 5;

  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int PRECONDITION_FAILED = 412;

  private final S3Client client;
  private final String bucket;

  S3Reads(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  Optional<Blob> get(String key, String name, List<ByteRange> ranges) {
    for (int attempt = 1; ; attempt++) {
      try {
        return Optional.of(once(key, name, ranges));
      } catch (NoSuchKeyException missing) {
        return Optional.empty();
      } catch (S3Exception refused) {
        if (refused.statusCode() != PRECONDITION_FAILED) {
          throw refused;
        }
        if (attempt == ATTEMPTS) {
          return Optional.of(fromWhole(key, name, ranges));
        }
      }
    }
  }

  private Blob once(String key, String name, List<ByteRange> ranges) {
    MemorySegment[] parts = new MemorySegment[ranges.size()];
    Optional<GetObjectResponse> head = Optional.empty();
    for (Request request : merged(ranges)) {
      ResponseBytes<GetObjectResponse> answer = request(key, name, request, head);
      MemorySegment bytes = MemorySegment.ofArray(answer.asByteArrayUnsafe());
      for (int index : request.parts) {
        parts[index] = request.cut(key, ranges.get(index), bytes);
      }
      head = Optional.of(answer.response());
    }
    return Blob.onHeap(List.of(parts), head.map(S3Reads::objectSize).orElse(0L));
  }

  /** One request reads one version, even if the object is replaced at the same time. */
  private Blob fromWhole(String key, String name, List<ByteRange> ranges) {
    Request all = new Request(ByteRange.all(), List.of());
    MemorySegment bytes =
        MemorySegment.ofArray(request(key, name, all, Optional.empty()).asByteArrayUnsafe());
    List<MemorySegment> parts = new ArrayList<>();
    for (ByteRange range : ranges) {
      ByteRange within = range.within(key, bytes.byteSize());
      parts.add(bytes.asSlice(within.offset(), within.length()));
    }
    return Blob.onHeap(parts, bytes.byteSize());
  }

  private ResponseBytes<GetObjectResponse> request(
      String key, String name, Request request, Optional<GetObjectResponse> earlier) {
    try {
      return client.getObjectAsBytes(
          get -> {
            get.bucket(bucket).key(name);
            if (!request.range.isAll()) {
              get.range(header(request.range));
            }
            earlier.ifPresent(first -> get.ifMatch(first.eTag()));
          });
    } catch (S3Exception refused) {
      if (refused.statusCode() == RANGE_NOT_SATISFIABLE) {
        throw new RangeOutsideObjectException(key, request.range, 0);
      }
      throw refused;
    }
  }

  private static String header(ByteRange range) {
    return range.fromEnd()
        ? "bytes=-" + range.length()
        : "bytes=" + range.offset() + "-" + (range.offset() + range.length() - 1);
  }

  private static long objectSize(GetObjectResponse response) {
    String range = response.contentRange();
    if (range == null) {
      return response.contentLength();
    }
    return Long.parseLong(range.substring(range.lastIndexOf('/') + 1));
  }

  private record Request(ByteRange range, List<Integer> parts) {
    MemorySegment cut(String key, ByteRange wanted, MemorySegment bytes) {
      if (range.isAll() || range.fromEnd()) {
        return bytes;
      }
      ByteRange moved = ByteRange.of(wanted.offset() - range.offset(), wanted.length());
      ByteRange cut = moved.within(key, bytes.byteSize());
      return bytes.asSlice(cut.offset(), cut.length());
    }
  }

  private static List<Request> merged(List<ByteRange> ranges) {
    List<Request> requests = new ArrayList<>();
    List<Integer> plain = new ArrayList<>();
    IntStream.range(0, ranges.size())
        .forEach(
            i -> {
              ByteRange range = ranges.get(i);
              if (range.isAll() || range.fromEnd()) {
                requests.add(new Request(range, List.of(i)));
              } else {
                plain.add(i);
              }
            });
    plain.sort(Comparator.comparingLong(i -> ranges.get(i).offset()));
    Request open = null;
    for (int index : plain) {
      ByteRange next = ranges.get(index);
      long from = open == null ? 0 : open.range.offset();
      long end = open == null ? 0 : from + open.range.length();
      long newEnd = Math.max(end, next.offset() + next.length());
      if (open != null && next.offset() - end <= GAP && newEnd - from <= MOST) {
        List<Integer> parts = new ArrayList<>(open.parts);
        parts.add(index);
        open = new Request(ByteRange.of(from, newEnd - from), parts);
        requests.set(requests.size() - 1, open);
      } else {
        open = new Request(next, List.of(index));
        requests.add(open);
      }
    }
    return requests;
  }
}
