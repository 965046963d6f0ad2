package io.glebe.api.features;

import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.api.farm.RecordEndpointsClient;
import io.glebe.api.farm.TestFarm;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Conditional requests for one feature. */
class FeatureEntityTagTest {
  private static final String ITEMS = "/v1/features/collections/fields/items";

  @Test
  void aFeatureHasTheEntityTagOfItsRecord() {
    String id = RecordEndpointsClient.field(new TestFarm("owner").farm, "tagged");
    String tag = header(get("/v1/fields/" + id), "ETag");
    assertThat(header(get(ITEMS + "/" + id), "ETag")).isEqualTo(tag).isEqualTo("\"1\"");
    assertThat(get(ITEMS + "/" + id, "If-None-Match", tag).statusCode()).isEqualTo(304);
    send("PATCH", "/v1/fields/" + id, "{'tenure': 'LEASED'}");
    HttpResponse<String> changed = get(ITEMS + "/" + id, "If-None-Match", tag);
    assertThat(changed.statusCode()).isEqualTo(200);
    assertThat(header(changed, "ETag")).isEqualTo("\"2\"");
    assertThat(changed.body()).contains("LEASED");
  }
}
