package io.glebe.api.spatio.stac;

import static io.glebe.api.spatio.SpatioClient.expect;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.spatio.SpatioClient;
import io.glebe.core.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link StacSuite} on the V2 surface, and collections of geometries, which legacy reads alike. */
final class StacV2Test extends StacSuite {
  StacV2Test() {
    super(new SpatioClient("/api/v2"));
  }

  @Test
  void aSearchIntersectsOneOfTheGeometriesOfACollection() {
    String id = mixed();
    String search = "/stac/search?collections=" + id + "&intersects=";
    String far = "{\"type\":\"Point\",\"coordinates\":[100,0]}";
    String line = "{\"type\":\"LineString\",\"coordinates\":[[15.49,46.02],[15.495,46.03]]}";
    String some = "{\"type\":\"GeometryCollection\",\"geometries\":[%s,%s]}";
    assertThat(ids(read(search + encoded(some.formatted(far, line)))))
        .containsExactly(FIRST, SECOND);
    assertThat(ids(read(search + encoded(some.formatted(far, far))))).isEmpty();
    ObjectNode body = Json.object();
    body.putArray("collections").add(id);
    body.set("intersects", Json.parse(some.formatted(line, far)));
    assertThat(ids(post(body))).containsExactly(FIRST, SECOND);
    String nested = some.formatted(far, some.formatted(far, far));
    for (String bad :
        List.of(
            nested,
            "{\"type\":\"GeometryCollection\",\"geometries\":[]}",
            "{\"type\":\"GeometryCollection\",\"geometries\":[" + "%s,".repeat(100) + "%s]}",
            "{\"type\":\"GeometryCollection\"}")) {
      expect(400, client.get(search + encoded(bad.replace("%s", far))));
    }
  }
}
