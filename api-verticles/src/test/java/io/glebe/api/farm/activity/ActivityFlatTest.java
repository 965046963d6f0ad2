package io.glebe.api.farm.activity;

final class ActivityFlatTest extends ActivitySuite {
  private final String ofRegion = "/v1/regions/" + region;

  @Override
  String periods() {
    return ofRegion + "/cultivation-periods";
  }

  @Override
  String period(String id) {
    return "/v1/cultivation-periods/" + id;
  }

  @Override
  String actions() {
    return ofRegion + "/actions";
  }

  @Override
  String records() {
    return ofRegion + "/records";
  }

  @Override
  String record(String id) {
    return "/v1/records/" + id;
  }

  @Override
  String attachments(String record) {
    return ofRegion + "/records/" + record + "/attachments";
  }

  @Override
  String upload(String record) {
    return "/v1/records/" + record + "/attachments";
  }

  @Override
  String attachment(String record, String form, String id) {
    return "/v1/attachments/" + (form.isEmpty() ? id : form + "/" + id);
  }

  @Override
  String inputs() {
    return "/v1/input-outputs?activityId=" + season;
  }

  @Override
  String input(String id) {
    return "/v1/input-outputs/" + id;
  }
}
