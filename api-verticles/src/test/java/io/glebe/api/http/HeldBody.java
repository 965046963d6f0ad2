package io.glebe.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

/**
 * A request body that is sent in two halves. The request expects 100 (Continue): the first half is
 * sent when the server has read the head and accepted the caller, the second half when the test
 * says so.
 */
public final class HeldBody implements HttpRequest.BodyPublisher {
  private final byte[] bytes;
  private final CountDownLatch requested = new CountDownLatch(1);
  private final SubmissionPublisher<ByteBuffer> source = new SubmissionPublisher<>();

  public HeldBody(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  @Override
  public long contentLength() {
    return bytes.length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    source.subscribe(subscriber);
    requested.countDown();
  }

  /** Waits until the server asks for the body, and sends the first half of it. */
  public void begin() throws InterruptedException {
    assertThat(requested.await(1, TimeUnit.MINUTES)).as("the server asks for the body").isTrue();
    source.submit(ByteBuffer.wrap(bytes, 0, bytes.length / 2));
  }

  /** Sends the rest. */
  public void finish() {
    source.submit(ByteBuffer.wrap(bytes, bytes.length / 2, bytes.length - bytes.length / 2));
    source.close();
  }
}
