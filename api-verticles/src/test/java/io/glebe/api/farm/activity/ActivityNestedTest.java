package io.glebe.api.farm.activity;

import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ActivityNestedTest extends ActivitySuite {
  private final String ofField = "/v1/farms/" + farm.farm + "/fields/" + field;
  private final String ofAction = ofField + "/actions/" + action;

  @Test
  void theIdsOfThePathMayBeAbsentInTheBodyOfAnInput() {
    String id = UUID.randomUUID().toString();
    String body = "{'direction': 'INPUT', 'category': 'SEED', 'quantity': 1, 'unit': 'kg'}";
    JsonNode made = created(send("PUT", input(id), body));
    assertThat(made.path("id").asText()).isEqualTo(id);
    assertThat(made.path("activityId").asText()).isEqualTo(season);
    String other = "{'id': '" + UUID.randomUUID() + "', " + body.substring(1);
    refused(send("PUT", input(id), other), 422, "invalid-record");
  }

  @Override
  String periods() {
    return ofField + "/regions/" + region + "/cultivationPeriods";
  }

  @Override
  String period(String id) {
    return periods() + "/" + id;
  }

  @Override
  String actions() {
    return ofField + "/actions";
  }

  @Override
  String records() {
    return ofField + "/records";
  }

  @Override
  String record(String id) {
    return ofAction + "/records/" + id;
  }

  @Override
  String attachments(String record) {
    return ofField + "/records/" + record + "/attachments";
  }

  @Override
  String upload(String record) {
    return ofAction + "/record/" + record + "/attachments";
  }

  @Override
  String attachment(String record, String form, String id) {
    return upload(record) + "/" + (form.isEmpty() ? id : form + "/" + id);
  }

  @Override
  String inputs() {
    return "/v1/activities/" + season + "/inputoutputs";
  }

  @Override
  String input(String id) {
    return inputs() + "/" + id;
  }
}
