package io.glebe.zarr.store;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;

/**
 * Sends an object in parts, which a service makes one object of at the end: a request stays short,
 * a failed one is repeated without the parts before, and objects may be larger than a request. An
 * upload that fails is aborted, so that its parts are not kept and paid for.
 */
final class S3Upload {
  /** Most parts of an object. */
  static final int MOST_PARTS = 10_000;

  private final S3Client client;
  private final String bucket;

  S3Upload(S3Client client, String bucket) {
    this.client = client;
    this.bucket = bucket;
  }

  /**
   * Stores the object; readers see nothing of it before.
   *
   * @param partBytes size of a part; larger where the object would have too many parts
   */
  void put(String name, MemorySegment bytes, long partBytes) {
    String upload = client.createMultipartUpload(r -> r.bucket(bucket).key(name)).uploadId();
    try {
      List<CompletedPart> parts = parts(name, upload, bytes, partBytes);
      complete(name, upload, parts, bytes.byteSize());
    } catch (RuntimeException | Error failed) {
      try {
        abort(name, upload);
      } catch (SdkException alsoFailed) {
        failed.addSuppressed(alsoFailed);
      }
      throw failed;
    }
  }

  private List<CompletedPart> parts(
      String name, String upload, MemorySegment bytes, long partBytes) {
    long size = Math.max(partBytes, Math.ceilDiv(bytes.byteSize(), MOST_PARTS));
    List<CompletedPart> parts = new ArrayList<>();
    for (long at = 0; at < bytes.byteSize(); at += size) {
      int number = parts.size() + 1;
      MemorySegment part = bytes.asSlice(at, Math.min(size, bytes.byteSize() - at));
      String tag =
          client
              .uploadPart(
                  r -> r.bucket(bucket).key(name).uploadId(upload).partNumber(number),
                  RequestBody.fromRemainingByteBuffer(part.asByteBuffer()))
              .eTag();
      parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
    }
    return parts;
  }

  private void complete(String name, String upload, List<CompletedPart> parts, long size) {
    try {
      client.completeMultipartUpload(
          r -> r.bucket(bucket).key(name).uploadId(upload).multipartUpload(m -> m.parts(parts)));
    } catch (NoSuchUploadException repeated) {
      // The request before was carried out and its answer was lost.
      if (client.headObject(r -> r.bucket(bucket).key(name)).contentLength() != size) {
        throw repeated;
      }
    }
  }

  private void abort(String name, String upload) {
    client.abortMultipartUpload(r -> r.bucket(bucket).key(name).uploadId(upload));
  }

  /** Aborts the uploads of objects with this prefix that began before; returns their number. */
  int abortBegunBefore(String prefix, Instant time) {
    int aborted = 0;
    for (MultipartUpload upload :
        client.listMultipartUploadsPaginator(r -> r.bucket(bucket).prefix(prefix)).uploads()) {
      if (upload.initiated().isBefore(time)) {
        abort(upload.key(), upload.uploadId());
        aborted++;
      }
    }
    return aborted;
  }
}
