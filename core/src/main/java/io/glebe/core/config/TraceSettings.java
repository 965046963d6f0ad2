package io.glebe.core.config;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Settings of traces. */
public final class TraceSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Optional<URI>> TRACES_URL =
      LIST.add(
          Setting.uri(
              "GLEBE_TRACES_URL",
              "address of an OpenTelemetry collector that receives traces by OTLP over HTTP, such as"
                  + " http://localhost:4318; default none, and nothing is traced"));

  public static final Setting<Double> TRACES_SHARE =
      LIST.add(
          Setting.share(
              "GLEBE_TRACES_SHARE",
              "0.01",
              "share of the requests and messages that are traced; one with a traceparent is traced"
                  + " if its sender traces it"));

  public static final Setting<Optional<String>> TRACES_AUTHORIZATION =
      LIST.add(
          Setting.secret(
              "GLEBE_TRACES_AUTHORIZATION",
              "",
              "value of the header Authorization for the collector, such as Bearer and a token;"
                  + " default none"));

  private TraceSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
