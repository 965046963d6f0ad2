package io.glebe.api.spatio;

import io.glebe.api.http.ApiRequest;
import io.glebe.core.cube.Datetime;
import io.glebe.core.cube.upload.UploadSpec;
import io.glebe.core.problem.Problem;
import io.glebe.zarr.meta.DataType;
import io.glebe.zarr.meta.MetadataException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the address and the headers of an upload say of its body. */
final class UploadQuery {
  private UploadQuery() {}

  static UploadSpec parse(ApiRequest request) {
    List<Instant> instants =
        request.params().list("datetime", UploadSpec.MAX_SLICES).stream()
            .map(Datetime::instant)
            .toList();
    Optional<String> type = request.params().text("dtype").or(() -> request.header("X-Dtype"));
    return new UploadSpec(
        request.path("layerName"),
        instants,
        window(request),
        type.map(UploadQuery::type),
        type.map(DataType::isBigEndian).orElse(false));
  }

  private static Optional<UploadSpec.Patch> window(ApiRequest request) {
    return request
        .params()
        .numbers("window", 4)
        .map(
            n -> {
              for (double number : n) {
                if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
                  throw Problem.malformedParameter("window", "has four whole numbers");
                }
              }
              return new UploadSpec.Patch((int) n[0], (int) n[1], (int) n[2], (int) n[3]);
            });
  }

  private static DataType type(String text) {
    try {
      return text.matches("[<>|].*") ? DataType.ofV2(text) : DataType.ofV3(text);
    } catch (MetadataException e) {
      throw Problem.malformedParameter("dtype", e.getMessage());
    }
  }
}
