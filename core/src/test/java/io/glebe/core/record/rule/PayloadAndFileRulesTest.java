package io.glebe.core.record.rule;

import static io.glebe.core.record.rule.RuleCases.accepts;
import static io.glebe.core.record.rule.RuleCases.id;
import static io.glebe.core.record.rule.RuleCases.invalid;
import static io.glebe.core.record.rule.RuleCases.minimal;
import static io.glebe.core.record.rule.RuleCases.with;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules V20 and V28: payloads, schemas and files. Each case is accepted, or refused with problem
 * type, rule and pointer.
 */
final class PayloadAndFileRulesTest {
  @ParameterizedTest(name = "{0}")
  @MethodSource({"payloads", "files"})
  void aWriteIsAcceptedOrRefusedWithItsFaults(
      String name, RuleCases.Act act, String problem, List<String> faults) {
    RuleCases.check(name, act, problem, faults);
  }

  static Stream<Arguments> payloads() {
    String schema =
        "{\"type\":\"object\",\"required\":[\"ph\"],\"properties\":{\"ph\":{\"type\":\"number\",\"maximum\":14}}}";
    return Stream.of(
        invalid(
            "V20 a payload without a required member",
            b -> typed(b, schema).put("Data", with(minimal(b, "Data"), "{\"payload\":{}}")),
            "V20 /payload/ph"),
        invalid(
            "V20 a payload out of range",
            b ->
                typed(b, schema).put("Data", with(minimal(b, "Data"), "{\"payload\":{\"ph\":15}}")),
            "V20 /payload/ph"),
        accepts(
            "V20 a fitting payload with further members",
            b ->
                typed(b, schema)
                    .put(
                        "Data",
                        with(minimal(b, "Data"), "{\"payload\":{\"ph\":6.4,\"lab\":\"x\"}}"))),
        invalid(
            "V20 a payload that is no object",
            b -> b.put("Data", with(minimal(b, "Data"), "{\"payload\":[1]}")),
            "V20 /payload"),
        invalid(
            "V20 a payload of 300 KiB",
            b ->
                b.put(
                    "Data",
                    with(
                        minimal(b, "Data"),
                        "{\"payload\":{\"a\":\"" + "x".repeat(300 * 1024) + "\"}}")),
            "V20 /payload"),
        invalid(
            "V20 an invalid schema",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"type\":\"thing\"}}"),
            "V20 /payloadSchema/type"),
        invalid(
            "V20 a schema that refers to another document",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"$ref\":\"https://example.org/s\"}}"),
            "V20 /payloadSchema/$ref"),
        invalid(
            "V20 a schema with circular references",
            b -> b.patch("DataType", "{\"payloadSchema\":{\"$ref\":\"#\"}}"),
            "V20 /payloadSchema"),
        invalid(
            "V20 parameters that do not fit the service",
            b -> {
              b.records.put(
                  "ProcessingService",
                  with(b.samples.of("ProcessingService"), "{\"parameterSchema\":" + schema + "}"));
              return b.put(
                  "ProcessingJob",
                  with(minimal(b, "ProcessingJob"), "{\"parameters\":{\"ph\":\"high\"}}"));
            },
            "V20 /parameters/ph"));
  }

  static Stream<Arguments> files() {
    return Stream.of(
        invalid(
            "V28 a checksum without digest",
            b -> b.patch("File", "{\"checksum\":\"abc\"}"),
            "V28 /checksum"),
        invalid(
            "V28 a sha-256 that is too short",
            b -> b.patch("File", "{\"checksum\":\"sha-256:0123456789abcdef\"}"),
            "V28 /checksum"),
        accepts(
            "V28 another digest with its name",
            b -> b.patch("File", "{\"checksum\":\"crc32c:01234567\"}")),
        invalid(
            "V28 an address on a disk",
            b -> b.patch("File", "{\"storageUrl\":\"file:///etc/passwd\"}"),
            "V28 /storageUrl"),
        accepts(
            "V28 an address in an object store",
            b -> b.patch("File", "{\"storageUrl\":\"s3://bucket/key\"}")),
        invalid(
            "V28 the name of a file that the platform stores",
            b -> {
              b.records.put(
                  "File",
                  with(
                      b.samples.of("File"),
                      "{\"dataId\":\""
                          + id(b, "Data")
                          + "\",\"storageUrl\":\"http://localhost:8080/v1/attachments/download/"
                          + id(b, "File")
                          + "\"}"));
              return b.patch("File", "{\"name\":\"other.jpg\"}");
            },
            "V28 /name"));
  }

  private static RuleFixture typed(RuleFixture b, String schema) {
    b.records.put("DataType", with(b.samples.of("DataType"), "{\"payloadSchema\":" + schema + "}"));
    return b;
  }
}
