package io.glebe.api.farm.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxHeadersTest {
  private static OutboxHeaders headers(String headers) {
    return OutboxHeaders.of(Json.parse(("{'headers': " + headers + "}").replace('\'', '"')));
  }

  @Test
  void theCaseOfANameDoesNotCount() {
    assertThat(headers("{'if-match': '3'}").get("If-Match")).contains("3");
    assertThat(headers("{'IF-NONE-MATCH': '*'}").get("If-None-Match")).contains("*");
  }

  @Test
  void headersThatLibrariesAddToEveryRequestAreAccepted() {
    OutboxHeaders headers = headers("{'content-type': 'application/json', 'Accept': '*/*'}");

    assertThat(headers.get("If-Match")).isEmpty();
    assertThat(headers("null").get("If-Match")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'If-Mach': '1'}              | If-Mach is no header of an operation; did you mean If-Match?",
        "{'If-None-Mach': '*'}         | did you mean If-None-Match?",
        "{'if_match': '1'}             | did you mean If-Match?",
        "{'Change-Reasn': 'x'}         | did you mean Change-Reason?",
        "{'Authorization': 'Bearer x'} | Authorization is no header of an operation",
        "{'If-Match': 1}               | must be a text",
        "{'If-Match':'1','if-match':'2'} | is given twice",
        "'If-Match: 1'                 | headers must be an object",
        "[]                            | headers must be an object",
      })
  void aHeaderThatWouldHaveNoEffectIsRefused(String headers, String detail) {
    Problem refused = catchThrowableOfType(Problem.class, () -> headers(headers));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.getMessage()).contains(detail);
  }
}
