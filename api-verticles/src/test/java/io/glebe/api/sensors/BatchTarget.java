package io.glebe.api.sensors;

import io.glebe.api.fuzz.FuzzTarget;
import io.glebe.api.fuzz.TextTarget;
import io.glebe.core.json.Json;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Batches of SensorThings. The first byte chooses the form; a batch as a multipart body has the
 * boundary {@code b}.
 */
public final class BatchTarget implements FuzzTarget {
  private static final int REQUESTS = 100;

  @Override
  public boolean accepts(byte[] input) throws IOException {
    if (input.length == 0) {
      return false;
    }
    byte[] body = Arrays.copyOfRange(input, 1, input.length);
    return TextTarget.unlessProblem(
        () -> {
          List<BatchItem> items =
              input[0] == 'j'
                  ? JsonBatch.read(Json.parseObject(body), REQUESTS)
                  : MultipartBatch.read("multipart/mixed; boundary=b", body, REQUESTS);
          BatchPlan.of(items);
        });
  }
}
