package io.glebe.api.farm.activity;

final class ActivityNestedTest extends ActivitySuite {
  private final String ofField = "/v1/farms/" + farm.farm + "/fields/" + field;
  private final String ofAction = ofField + "/actions/" + action;

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
